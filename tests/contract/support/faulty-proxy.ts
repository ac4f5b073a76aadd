import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** Fault of a proxy. */
export type ProxyFault = 'refuse' | 'hang' | 'html' | 'status-502' | 'half-way'

const RESPONSES: Record<'html' | 'status-502' | 'half-way', string> = {
  html: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 26\r\n\r\n<html>sign in here</html>\r\n',
  'status-502': 'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 11\r\n\r\nBad Gateway',
  'half-way': 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"t1":17950000',
}

/** A TCP proxy in front of a server. It forwards everything until a fault is set. */
export class FaultyProxy {
  #fault: ProxyFault | null = null
  readonly #sockets = new Set<Socket>()
  #requests = 0
  #waiting: (() => void)[] = []
  #port = 0
  #listener: Server

  #serverPort = 0

  private constructor() {
    this.#listener = this.#makeListener()
  }

  /** Starts a proxy for a server, which {@link forwardTo} can set later. */
  static async start(origin?: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy()
    if (origin !== undefined) proxy.forwardTo(origin)
    await proxy.#listen()
    proxy.#port = (proxy.#listener.address() as AddressInfo).port
    return proxy
  }

  forwardTo(origin: string): void {
    this.#serverPort = Number(new URL(origin).port)
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Sets the fault. Null = no fault, on the same port. */
  async setFault(fault: ProxyFault | null): Promise<void> {
    const wasClosed = this.#fault === 'refuse'
    this.#fault = fault
    this.#requests = 0
    if (fault === 'refuse') await this.stop()
    else if (wasClosed) {
      this.#listener = this.#makeListener()
      await this.#listen()
    }
  }

  /** Waits for a number of requests since the last {@link setFault}. */
  async whenRequested(times: number): Promise<void> {
    while (this.#requests < times) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async stop(): Promise<void> {
    const listener = this.#listener
    if (!listener.listening) return
    const closed = once(listener, 'close')
    listener.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async #listen(): Promise<void> {
    this.#listener.listen(this.#port, '127.0.0.1')
    await once(this.#listener, 'listening')
  }

  #makeListener(): Server {
    return createServer((socket) => {
      const server = connect(this.#serverPort, '127.0.0.1')
      for (const end of [socket, server]) {
        this.#sockets.add(end)
        end.on('error', () => undefined)
        end.on('close', () => {
          this.#sockets.delete(end)
          socket.destroy()
          server.destroy()
        })
      }
      server.on('data', (data) => socket.write(data))
      socket.on('data', (data) => this.#forward(data, socket, server))
    })
  }

  #forward(data: Buffer, socket: Socket, server: Socket): void {
    const isRequest = /^(?:GET|POST|DELETE) /.test(data.toString('latin1', 0, 8))
    if (isRequest) {
      this.#requests += 1
      for (const notify of this.#waiting.splice(0)) notify()
    }
    const fault = this.#fault
    if (fault === null) server.write(data)
    else if (isRequest && fault !== 'hang' && fault !== 'refuse') {
      socket.write(RESPONSES[fault], () => fault === 'half-way' && socket.destroy())
    }
  }
}
