import type { Database } from '#server/database/database.ts'
import type { Spoken } from '../harness/speech.ts'

/** Messages between the two processes of the fan-out bench. */
export interface FanOutRoom {
  readonly viewers: number
  /** Texts per second. */
  readonly rate: number
}

export interface FanOutOptions extends FanOutRoom {
  /** Rooms beside the first one. */
  readonly beside: readonly FanOutRoom[]
  readonly seconds: number
  /**
   * Transport of a sealed frame: as the server sends it; the same text by socket.io's broadcast; or a Buffer by its
   * broadcast, which becomes two WebSocket frames.
   */
  readonly payload: 'text' | 'emit' | 'binary'
  /** Number of relay processes between the server and the viewers; 0 for none. */
  readonly relays: number
  /** Storage of texts; `off` is in memory. PostgreSQL is the one of TEST_DATABASE_URL. */
  readonly store: Database['kind'] | 'off'
}

/** Secret of the relays of this bench. */
export const RELAY_SECRET = 'relay-secret-of-the-fan-out-bench'

/** From a relay process to its parent. */
export interface FromRelayProcess {
  readonly port: number
}

export type ToServer =
  | { readonly type: 'tickets'; readonly room: number; readonly count: number }
  | { readonly type: 'go' }
  | { readonly type: 'stop' }

export type FromServer =
  | { readonly type: 'ready'; readonly port: number; readonly roomKeys: readonly string[] }
  | { readonly type: 'tickets'; readonly tickets: readonly string[]; readonly seq: number }
  | { readonly type: 'done'; readonly cut: number; readonly reports: readonly RoomReport[] }

/** What happened in a room. Processor time and memory are those of the process. */
export interface RoomReport extends Spoken {
  readonly frames: number
  readonly sealedBytes: number
  readonly lastSeq: number
}
