import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** How a listener mistreats what is sent to it. */
export type LineFault = 'refuse' | 'hang' | 'html' | 'status-502' | 'half-way'

const ANSWERS: Record<'html' | 'status-502' | 'half-way', string> = {
  html: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 26\r\n\r\n<html>sign in here</html>\r\n',
  'status-502': 'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 11\r\n\r\nBad Gateway',
  'half-way': 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"t1":17950000',
}

/** A real listener in front of a server: it passes everything on, until it is told to go wrong. */
export class FaultyLine {
  private fault: LineFault | null = null
  private readonly sockets = new Set<Socket>()
  private requests = 0
  private waiting: (() => void)[] = []
  private port = 0
  private listener: Server

  private behind = 0

  private constructor() {
    this.listener = this.makeListener()
  }

  /** In front of this server; without one until {@link leadTo} names it. */
  static async start(origin?: string): Promise<FaultyLine> {
    const line = new FaultyLine()
    if (origin !== undefined) line.leadTo(origin)
    await line.listen()
    line.port = (line.listener.address() as AddressInfo).port
    return line
  }

  leadTo(origin: string): void {
    this.behind = Number(new URL(origin).port)
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** null = whole again, on the same port. */
  async becomes(fault: LineFault | null): Promise<void> {
    const wasClosed = this.fault === 'refuse'
    this.fault = fault
    this.requests = 0
    if (fault === 'refuse') await this.stop()
    else if (wasClosed) {
      this.listener = this.makeListener()
      await this.listen()
    }
  }

  /** Waits for so many requests since the line became what it is. */
  async whenAsked(times: number): Promise<void> {
    while (this.requests < times) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  async stop(): Promise<void> {
    const { listener } = this
    if (!listener.listening) return
    const closed = once(listener, 'close')
    listener.close()
    for (const socket of this.sockets) socket.destroy()
    await closed
  }

  private async listen(): Promise<void> {
    this.listener.listen(this.port, '127.0.0.1')
    await once(this.listener, 'listening')
  }

  private makeListener(): Server {
    return createServer((socket) => {
      const server = connect(this.behind, '127.0.0.1')
      for (const end of [socket, server]) {
        this.sockets.add(end)
        end.on('error', () => undefined)
        end.on('close', () => {
          this.sockets.delete(end)
          socket.destroy()
          server.destroy()
        })
      }
      server.on('data', (data) => socket.write(data))
      socket.on('data', (data) => this.take(data, socket, server))
    })
  }

  private take(data: Buffer, socket: Socket, server: Socket): void {
    const isRequest = /^(?:GET|POST|DELETE) /.test(data.toString('latin1', 0, 8))
    if (isRequest) {
      this.requests += 1
      for (const tell of this.waiting.splice(0)) tell()
    }
    const { fault } = this
    if (fault === null) server.write(data)
    else if (isRequest && fault !== 'hang' && fault !== 'refuse') {
      socket.write(ANSWERS[fault], () => fault === 'half-way' && socket.destroy())
    }
  }
}
