import type { Socket } from 'socket.io-client'
import type { Bytes } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { ClientToServerEvents, ServerToClientEvents } from '#protocol/room/server-events.ts'

export type RoomSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** What this transport asks of socket.io-client's `io`: its own loop reconnects, because each time needs a new ticket. */
export interface ConnectOptions {
  readonly path: string
  readonly transports: ('websocket' | 'polling')[]
  readonly tryAllTransports: boolean
  readonly reconnection: false
  readonly forceNew: true
  readonly timeout: number
}

/** A multipart body on its way; the pieces are sent one after the other. */
export interface UploadInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly parts: readonly Bytes[]
  readonly signal: AbortSignal
}

export interface UploadAnswer {
  readonly status: number
  /** Media type. */
  readonly type: string
  readonly text: string
}

/** Everything the transport takes from its surroundings: the same code runs in a worker, in Node and under test. */
export interface TransportDependencies {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Rejects when nothing came. `onSent` is told how many bytes of the body have gone out so far. */
  sendBody(url: string, init: UploadInit, onSent: (bytes: number) => void): Promise<UploadAnswer>
  connect(url: string, options: ConnectOptions): RoomSocket
  /** S7.16: development builds take news from their own origin. */
  readonly isDevelopment: boolean
  /** Local clock, epoch milliseconds. */
  now(): number
  /** The best back end there is; asked once. */
  crypto(): Promise<CryptoBackend>
  /** 0 <= x < 1, for jitter only. */
  random(): number
  /** Runs `task` after `delayMs`; the returned function cancels it. */
  setTimer(task: () => void, delayMs: number): () => void
  /** Runs `task` after FEED_MIN_GAP_MS, not later because timers are nested. */
  afterGap(task: () => void): void
  /** Runs one task at a time among all tabs of this origin, where the platform can. */
  exclusive<Value>(name: string, task: () => Promise<Value>): Promise<Value>
}

/** Resolves after `delayMs`, or earlier when `wake` is called. */
export class Pause {
  private finish: (() => void) | null = null

  constructor(private readonly setTimer: TransportDependencies['setTimer']) {}

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.setTimer(() => this.wake(), delayMs)
      this.finish = () => {
        cancel()
        resolve()
      }
    })
  }

  wake(): void {
    const { finish } = this
    this.finish = null
    finish?.()
  }
}
