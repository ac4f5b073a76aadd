import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '#protocol/room/server-events.ts'

const TARGET = `${SOCKET_PATH}/?EIO=4&transport=websocket`

/** A WebSocket that says exactly what it is told, without socket.io-client in between. */
export interface RawSocket {
  readonly ws: WebSocket
  /** All texts that came, in order. */
  readonly received: string[]
  send(message: string | Uint8Array): void
  /** Resolves with the first text, come or to come, for which the test holds; rejects when the socket closes. */
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

/** A WebSocket on a bare TCP socket that can stop reading, as a phone in a tunnel does. */
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
      // An event that arrives together with the wish to connect finds no namespace yet.
      await hears(`40${namespace},{`)
      send(`42${namespace},0["join",{"ticket":"${ticket}"}]`)
      await hears(`43${namespace},0[`)
    },
  }
}

/** RFC 6455 section 5.2: a final text frame of a client, masked with zeros, which leaves the bytes as they are. */
function maskedTextFrame(message: string): Buffer {
  const body = Buffer.from(message)
  const head = body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body])
}
