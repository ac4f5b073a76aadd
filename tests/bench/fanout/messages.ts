/** What the two processes of the fan-out bench tell each other. */
export interface FanOutOptions {
  readonly viewers: number
  /** Texts per second. */
  readonly rate: number
  readonly seconds: number
  /**
   * How a sealed frame travels: as the server sends it; the same text by socket.io's broadcast; or a Buffer by its
   * broadcast, which becomes two WebSocket frames.
   */
  readonly payload: 'text' | 'emit' | 'binary'
  readonly store: 'memory' | 'pglite'
}

export type ToServer =
  | { readonly type: 'tickets'; readonly count: number }
  | { readonly type: 'go' }
  | { readonly type: 'stop' }

export type FromServer =
  | { readonly type: 'ready'; readonly port: number; readonly roomKey: string }
  | { readonly type: 'tickets'; readonly tickets: readonly string[]; readonly seq: number }
  | { readonly type: 'done'; readonly report: ServerReport }

export interface ServerReport {
  /** `[seq, moment of the say call]` of every text; moments in milliseconds on the system's clock. */
  readonly said: readonly (readonly [number, number])[]
  readonly refused: number
  /** Cores used by the whole process while the texts ran. */
  readonly cores: number
  readonly residentMb: number
  readonly loopDelayP99Ms: number
  readonly frames: number
  readonly sealedBytes: number
  readonly cut: number
  readonly lastSeq: number
}

/** Milliseconds on the system's clock, finer than `Date.now()`; the same in all processes of a machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}
