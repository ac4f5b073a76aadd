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
  /** Stalls this connection only. */
  isHeld: boolean
  /** A WebSocket, as opposed to an HTTP connection. */
  isWebSocket: boolean
}

/**
 * The network between a viewer and the server, on 127.0.0.1: forwards bytes until a fault is set. All faults are
 * possible with TCP: late, slow, truncated or lost data; not changed, duplicated or reordered data within a connection.
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

  /** Sets delay, jitter, bandwidth or a stall for all current and future connections. */
  change(weather: Partial<Weather>): void {
    this.weather = { ...FAIR, ...weather }
    this.moveAll()
  }

  /** Removes all faults and accepts new connections. */
  async heal(): Promise<void> {
    this.weather = FAIR
    this.releaseOld()
    await this.accept()
  }

  /** Resets all connections. */
  cut(): void {
    for (const { client, server } of this.connections) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
  }

  /** Refuses new connections; open ones are not affected. */
  async refuse(): Promise<void> {
    const { listener } = this
    this.listener = null
    listener?.close()
  }

  async accept(): Promise<void> {
    if (!this.listener) await this.open()
  }

  /** Closes the server's half of all connections; the viewer can still send. */
  closeHalf(): void {
    for (const { client } of this.connections) client.end()
  }

  /** Closes each connection within the next chunk from the server. */
  truncate(bytes: number): void {
    for (const { down } of this.connections) down.truncateNext(bytes)
  }

  /**
   * Holds data from the server on all current connections, or WebSockets only; new connections are not affected.
   * Released data arrives after that of the new ones.
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

  /** Closes the other side of a half-closed connection, unless it stalls. */
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
