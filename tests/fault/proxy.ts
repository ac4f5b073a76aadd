import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import type { Weather } from './pipe.ts'
import { Pipe } from './pipe.ts'

const FAIR: Weather = { isStalled: false, delayMs: 0, jitterMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY }

interface Connection {
  readonly client: Socket
  readonly server: Socket
  readonly up: Pipe
  readonly down: Pipe
  /** Stalls alone, whatever the weather of the others is. */
  isHeld: boolean
  /** A WebSocket, and no connection for calls. */
  isWebSocket: boolean
}

/**
 * The network between one viewer and the server, on 127.0.0.1: passes bytes on until it is told to go wrong. Everything
 * that happens to bytes is what TCP allows: late, slow, cut off, never again; not changed, not doubled, not reordered
 * within a connection.
 */
export class FaultProxy {
  private weather: Weather = FAIR
  private readonly connections = new Set<Connection>()
  private listener: Server | null = null
  private port = 0

  private constructor(
    private readonly serverPort: number,
    private readonly random: () => number,
  ) {}

  static async start(serverPort: number, random: () => number = Math.random): Promise<FaultProxy> {
    const proxy = new FaultProxy(serverPort, random)
    await proxy.open()
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Delay, jitter, bandwidth or a stall, for every connection there is and will be. */
  change(weather: Partial<Weather>): void {
    this.weather = { ...FAIR, ...weather }
    this.moveAll()
  }

  /** Fair weather, and new connections are taken again. */
  async heal(): Promise<void> {
    this.weather = FAIR
    this.releaseOld()
    await this.accept()
  }

  /** Resets every connection. */
  cut(): void {
    for (const { client, server } of this.connections) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
  }

  /** New connections are refused; those that are open live on. */
  async refuse(): Promise<void> {
    const { listener } = this
    this.listener = null
    listener?.close()
  }

  async accept(): Promise<void> {
    if (!this.listener) await this.open()
  }

  /** The server's half of every connection is closed; the viewer could still send. */
  closeHalf(): void {
    for (const { client } of this.connections) client.end()
  }

  /** Each connection dies in the middle of the next piece that the server sends on it. */
  truncate(bytes: number): void {
    for (const { down } of this.connections) down.truncateNext(bytes)
  }

  /**
   * What the server sends on connections that are open now, or on the WebSockets among them, waits, while new ones run:
   * released, it comes after what the new ones have brought.
   */
  holdOld(which: 'all' | 'sockets'): void {
    for (const connection of this.connections) connection.isHeld = which === 'all' || connection.isWebSocket
  }

  releaseOld(): void {
    for (const connection of this.connections) connection.isHeld = false
    this.moveAll()
  }

  async stop(): Promise<void> {
    await this.refuse()
    this.cut()
  }

  private moveAll(): void {
    for (const connection of this.connections) {
      connection.up.move()
      connection.down.move()
      this.bury(connection)
    }
  }

  /** Ends what is left of a connection whose one side has gone, unless a stall keeps the other from learning it. */
  private bury(connection: Connection): void {
    const { client, server, up, down, isHeld } = connection
    if (this.weather.isStalled || isHeld || !(client.destroyed || server.destroyed)) return
    this.connections.delete(connection)
    up.close()
    down.close()
    client.destroy()
    server.destroy()
  }

  private async open(): Promise<void> {
    const listener = createServer({ allowHalfOpen: true }, (client) => this.join(client))
    listener.listen(this.port, '127.0.0.1')
    await once(listener, 'listening')
    this.listener = listener
    this.port = (listener.address() as AddressInfo).port
  }

  private join(client: Socket): void {
    const server = connect({ port: this.serverPort, host: '127.0.0.1', allowHalfOpen: true })
    client.setNoDelay()
    server.setNoDelay()
    const destroy = () => {
      client.destroy()
      server.destroy()
    }
    const both = () => this.weather
    const held = () => (connection.isHeld ? { ...this.weather, isStalled: true } : this.weather)
    const connection: Connection = {
      client,
      server,
      up: new Pipe(client, server, both, this.random, destroy),
      down: new Pipe(server, client, held, this.random, destroy),
      isHeld: false,
      isWebSocket: false,
    }
    client.once(
      'data',
      (data: Buffer) => (connection.isWebSocket = /^upgrade: websocket/im.test(data.toString('latin1'))),
    )
    this.connections.add(connection)
    for (const end of [client, server]) {
      end.on('error', () => undefined)
      end.on('close', () => this.bury(connection))
    }
  }
}
