import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '#protocol/room/server-events.ts'

const TARGET = `${SOCKET_PATH}/?EIO=4&transport=websocket`

/** A WebSocket without socket.io-client, for arbitrary messages. */
export interface RawSocket {
  readonly ws: WebSocket
  /** All received texts in order. */
  readonly received: string[]
  send(message: string | Uint8Array): void
  /** Resolves with the first text, received or future, that matches; rejects when the socket closes. */
  waitFor(test: (message: string) => boolean): Promise<string>
  readonly closed: Promise<number>
}

export async function openRaw(port: number): Promise<RawSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${TARGET}`)
  const received: string[] = []
  ws.on('error', () => undefined)
  ws.on('message', (data: Buffer) => received.push(data.toString()))
  const closed = new Promise<number>((resolve) => ws.once('close', resolve))
  await once(ws, 'open')
  return {
    ws,
    received,
    closed,
    send: (message) => ws.readyState === WebSocket.OPEN && ws.send(message),
    async waitFor(test) {
      for (;;) {
        const found = received.find(test)
        if (found !== undefined) return found
        await Promise.race([once(ws, 'message'), closed.then(() => Promise.reject(new Error('the socket was closed')))])
      }
    },
  }
}

/** A WebSocket on a plain TCP socket that can stop reading. */
export interface StallingSocket {
  readonly tcp: Socket
  /** Joins a room of a namespace with a ticket. */
  enter(namespace: string, ticket: string): Promise<void>
  readonly closed: Promise<unknown>
}

export async function openStalling(port: number): Promise<StallingSocket> {
  const tcp = connect({ port, host: '127.0.0.1' })
  tcp.on('error', () => undefined)
  const closed = new Promise((resolve) => tcp.once('close', resolve))
  let heard = ''
  tcp.on('data', (data) => (heard += data.toString('latin1')))
  const hears = async (words: string): Promise<void> => {
    while (!heard.includes(words)) await once(tcp, 'data')
  }
  const send = (message: string): boolean => tcp.write(maskedTextFrame(message))
  await once(tcp, 'connect')
  tcp.write(
    `GET ${TARGET} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await hears('"sid"')
  return {
    tcp,
    closed,
    async enter(namespace, ticket) {
      send(`40${namespace},`)
      // An event that arrives together with the CONNECT packet has no namespace yet.
      await hears(`40${namespace},{`)
      send(`42${namespace},0["join",{"ticket":"${ticket}"}]`)
      await hears(`43${namespace},0[`)
    },
  }
}

/** A plain TCP socket that sends one request, and reads its status line and nothing more. */
export interface UnreadSocket {
  readonly tcp: Socket
  /** HTTP status of the response; null if the server ended the connection without one. */
  readonly status: number | null
}

/** Opens a connection that does not read. With `headers` the request is an upgrade to a WebSocket. */
export async function openUnread(
  port: number,
  target: string = TARGET,
  headers: Readonly<Record<string, string>> | null = {},
): Promise<UnreadSocket> {
  const tcp = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const ended = new Promise<null>((resolve) => {
    for (const event of ['end', 'close']) tcp.once(event, () => resolve(null))
  })
  tcp.on('error', () => undefined)
  const upgrade = {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
  }
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...(headers && { ...upgrade, ...headers }) })
  tcp.write(`GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  const head = await Promise.race([new Promise<Buffer>((resolve) => tcp.once('data', resolve)), ended])
  tcp.pause()
  const status = head === null ? null : Number(/^HTTP\/1\.1 (\d{3})/.exec(head.toString('latin1'))?.[1] ?? 0)
  return { tcp, status }
}

/** RFC 6455 section 5.2: a final text frame of a client with a zero mask, which does not change the bytes. */
export function maskedTextFrame(message: string): Buffer {
  const body = Buffer.from(message)
  const head = body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body])
}
