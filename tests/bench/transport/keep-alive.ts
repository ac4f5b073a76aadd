import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

const HEAD_END = '\r\n\r\n'

/** One keep-alive connection that sends prepared requests one after the other. */
export class KeepAlive {
  readonly #socket: Socket

  #waiting: ((body: string) => void) | null = null
  #received = ''

  private constructor(socket: Socket) {
    this.#socket = socket

    socket.setNoDelay(true)
    // Lengths are in bytes, so each character must be one byte.
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#received += text
      this.#deliver()
    })
  }

  static async open(port: number): Promise<KeepAlive> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new KeepAlive(socket)
  }

  /** Resolves to the response body. */
  send(request: Buffer): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #deliver(): void {
    const headEnd = this.#received.indexOf(HEAD_END)
    if (headEnd < 0) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1])
    const end = headEnd + HEAD_END.length + length
    if (this.#received.length < end) return
    const body = this.#received.slice(headEnd + HEAD_END.length, end)
    this.#received = this.#received.slice(end)
    this.#waiting?.(body)
  }
}

/** A POST of JSON as bytes. */
export function requestBytes(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
