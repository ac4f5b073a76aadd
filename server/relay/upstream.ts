import { WebSocket } from 'ws'
import { SOCKET_CONNECT_TIMEOUT_MS, SOCKET_PING_INTERVAL_MS, SOCKET_PING_TIMEOUT_MS } from '#protocol/constants.ts'
import { type FromRelay, RELAY_PATH, type ToRelay } from '#protocol/room/relay.ts'

/** Wait before the next attempt, doubled after each failed one. */
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000

interface UpstreamOptions {
  readonly originUrl: string
  readonly secret: string
  readonly onMessage: (message: ToRelay) => void
  /** The connection was lost. Nothing that was sent over it will be acknowledged. */
  readonly onLost: () => void
  /** The origin refused the connection with this HTTP status, or could not be reached (null). */
  readonly onFailed: (status: number | null) => void
  /** A message could not be handled. The connection is closed. */
  readonly onMalformed: (error: unknown) => void
}

/** The connection of a relay to the origin. Reconnects until it is closed. */
export class Upstream {
  readonly #options: UpstreamOptions
  readonly #url: URL
  #webSocket: WebSocket | null = null
  #isOpen = false
  #isClosed = false
  #waitMs = RETRY_MIN_MS
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(options: UpstreamOptions) {
    this.#options = options
    this.#url = new URL(RELAY_PATH, options.originUrl)
    this.#url.protocol = this.#url.protocol === 'https:' ? 'wss:' : 'ws:'
    this.#connect()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends a message; drops it while there is no connection. */
  send(message: FromRelay): void {
    if (this.#isOpen) this.#webSocket?.send(JSON.stringify(message))
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#webSocket?.terminate()
  }

  #connect(): void {
    const { secret, onMessage, onFailed, onMalformed } = this.#options
    const webSocket = new WebSocket(this.#url, {
      headers: { authorization: `Bearer ${secret}` },
      perMessageDeflate: false,
      handshakeTimeout: SOCKET_CONNECT_TIMEOUT_MS,
    })
    this.#webSocket = webSocket
    let status: number | null = null
    const silence = setTimeout(() => webSocket.terminate(), SOCKET_PING_INTERVAL_MS + SOCKET_PING_TIMEOUT_MS)
    webSocket.on('open', () => {
      this.#isOpen = true
      this.#waitMs = RETRY_MIN_MS
      silence.refresh()
    })
    webSocket.on('ping', () => silence.refresh())
    webSocket.on('message', (data: Buffer) => {
      try {
        onMessage(JSON.parse(data.toString()) as ToRelay)
      } catch (error) {
        // Something else than the origin may have this address. Its messages must not end the relay.
        onMalformed(error)
        webSocket.terminate()
      }
    })
    webSocket.on('unexpected-response', (_request, response) => {
      status = response.statusCode ?? null
      webSocket.terminate()
    })
    webSocket.on('error', () => undefined)
    webSocket.on('close', () => {
      clearTimeout(silence)
      const wasOpen = this.#isOpen
      this.#isOpen = false
      if (this.#isClosed) return
      if (wasOpen) this.#options.onLost()
      else onFailed(status)
      this.#timer = setTimeout(() => this.#connect(), this.#waitMs)
      this.#waitMs = Math.min(this.#waitMs * 2, RETRY_MAX_MS)
    })
  }
}
