import type { Socket } from 'socket.io-client'
import type { Bytes } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { ClientToServerEvents, ServerToClientEvents } from '#protocol/room/server-events.ts'

export type RoomSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** Options for `io` of socket.io-client. Its own reconnection is off, because each connection needs a new ticket. */
interface ConnectOptions {
  readonly path: string
  readonly transports: ('websocket' | 'polling')[]
  readonly tryAllTransports: boolean
  readonly reconnection: false
  readonly forceNew: true
  readonly timeout: number
}

/** A multipart request. The parts are sent in order. */
export interface UploadInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly parts: readonly Bytes[]
  readonly signal: AbortSignal
}

export interface UploadResponse {
  readonly status: number
  /** Media type. */
  readonly type: string
  readonly text: string
}

/** Platform functions of the transport. Injected, so that the same code runs in a worker, in Node and in tests. */
export interface TransportDependencies {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Rejects if there is no response. `onSent` receives the number of body bytes sent so far. */
  sendBody(url: string, init: UploadInit, onSent: (bytes: number) => void): Promise<UploadResponse>
  connect(url: string, options: ConnectOptions): RoomSocket
  /** S7.16: development builds fetch news from their own origin. */
  readonly isDevelopment: boolean
  /** Local clock, epoch milliseconds. */
  now(): number
  /** Returns the fastest available backend. Called once. */
  crypto(): Promise<CryptoBackend>
  /** 0 <= x < 1. Used for jitter only. */
  random(): number
  /** Runs `task` after `delayMs`. Returns a function that cancels it. */
  setTimer(task: () => void, delayMs: number): () => void
  /** Runs `task` after the rest of a gap between batches, also if timers are nested. */
  afterGap(task: () => void, gapMs: number): void
  /** Runs one task at a time across all tabs of this origin, if the platform supports it. */
  exclusive<Value>(name: string, task: () => Promise<Value>): Promise<Value>
}

/** State of the page that a worker cannot observe. The page sends every change. */
export interface PageState {
  isVisible: boolean
  isOnline: boolean
}

/** A delay that can be ended early. */
export class Pause {
  readonly #setTimer: TransportDependencies['setTimer']
  #finish: (() => void) | null = null

  constructor(dependencies: Pick<TransportDependencies, 'setTimer'>) {
    this.#setTimer = (task, delayMs) => dependencies.setTimer(task, delayMs)
  }

  /** Resolves after `delayMs`, or earlier if {@link wake} is called. */
  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#setTimer(() => this.wake(), delayMs)
      this.#finish = () => {
        cancel()
        resolve()
      }
    })
  }

  wake(): void {
    const finish = this.#finish
    this.#finish = null
    finish?.()
  }
}
