import { connect, type Socket } from 'node:net'

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface RawResponse {
  /** 0 if the server closed the connection without a response. */
  readonly status: number
  readonly body: string
}

const TOO_LARGE = 413
const HEAD_END = '\r\n\r\n'
const NO_RESPONSE: RawResponse = { status: 0, body: '' }

/** Sends requests on a keep-alive connection, and reconnects when the server has closed it. */
export class RawConnection {
  #socket: Socket | null = null
  #received = ''
  #waiting: ((response: RawResponse) => void) | null = null

  constructor(
    private readonly port: number,
    private readonly fixed: Readonly<Record<string, string>>,
  ) {}

  send({ method, path, headers, body }: RawRequest): Promise<RawResponse> {
    const all = { host: '127.0.0.1', ...this.fixed, ...headers, 'content-length': String(body.length) }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#open().write(Buffer.concat([head, body]))
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  #open(): Socket {
    if (this.#socket) return this.#socket
    const socket = connect(this.port, '127.0.0.1').setNoDelay(true).setEncoding('latin1')
    this.#socket = socket
    this.#received = ''
    socket.on('data', (text) => {
      this.#received += String(text)
      this.#deliver()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#answer(NO_RESPONSE)
    })
    return socket
  }

  #deliver(): void {
    const headEnd = this.#received.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = this.#received.slice(0, headEnd)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const end = headEnd + HEAD_END.length + length
    if (this.#received.length < end) return
    const body = this.#received.slice(headEnd + HEAD_END.length, end)
    this.#received = this.#received.slice(end)
    const status = Number(head.slice(9, 12))
    // After an unread body the server closes the connection.
    if (status === TOO_LARGE || /\r\nconnection: close/i.test(head)) this.close()
    this.#answer({ status, body })
  }

  #answer(response: RawResponse): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.(response)
  }
}
