import { once } from 'node:events'
import { io } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { fromBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { connectTo, liveMatch, signIn } from './app-support.ts'
import { runTestServer } from './run-test-server.ts'

const server = runTestServer()

describe('a room over its socket', () => {
  it('settled 9 settled 14: joins by ticket, sends a message, and receives it in a sealed frame', async () => {
    const client = await connectTo(server())
    await signIn(client, 'admin01')
    const { chatRoomNo } = await liveMatch(client)
    const joined = (await client.call('chatroom.webJoin', { chatRoomNo })).data as DataOf<'chatroom.webJoin'>
    const key = await nodeCrypto.importKey(fromBase64Url(joined.roomKey))
    const socket = io(server().url + NAMESPACES.web, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
    })
    try {
      const read: string[] = []
      const seen = new Promise<void>((resolve) => {
        socket.on('frame', async (text: string) => {
          const { entries } = await openFrame(nodeCrypto, key, nodeCompressor, parseFrame(text))
          read.push(JSON.stringify(entries))
          if (read.join('').includes('cid-of-this-line')) resolve()
        })
      })
      const position = { epoch: joined.epoch, seq: joined.seq }
      expect(await socket.emitWithAck('join', { ticket: joined.ticket, position })).toMatchObject({ ok: true })
      const ack: unknown = await socket.emitWithAck('say', { chatRoomNo, cid: 'cid-of-this-line', text: '好球' })
      expect(ack).toMatchObject({ ok: true })
      await seen
      expect(read.join('')).toContain('好球')
      // S3.22: the venue of the match of this room.
      expect(read.join('')).toContain('"venueName":"YB"')
      expect(read.join('')).not.toContain('admin01')
      // S7.49: signing out closes the socket within two seconds.
      const ended = new Promise((resolve) => socket.once('session-end', resolve))
      await client.call('auth.logout', {})
      expect(await ended).toMatchObject({ code: CODES.AUTH_ERROR })
    } finally {
      socket.disconnect()
    }
  })

  it.each(['https://evil.example', 'null', 'http://host:port.evil'])('refuses the origin %s', async (origin) => {
    const socket = io(server().url + NAMESPACES.anon, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders: { origin },
    })
    await new Promise((resolve) => socket.once('connect_error', resolve))
    socket.disconnect()
    expect((await fetch(`${server().url}/healthz`)).status).toBe(200)
  })
})

describe('video', () => {
  it('is streamed as FLV over WebSocket and HTTP on the same port', async () => {
    const client = await connectTo(server())
    const { live } = await liveMatch(client)
    const socket = new WebSocket(server().url.replace('http', 'ws') + live.web_flv_url)
    const [first] = (await once(socket, 'message')) as [Buffer]
    expect(first.subarray(0, 3).toString()).toBe('FLV')
    socket.terminate()

    const response = await fetch(server().url + live.web_flv_url)
    const reader = response.body!.getReader()
    expect(Buffer.from((await reader.read()).value!.subarray(0, 3)).toString()).toBe('FLV')
    await reader.cancel()
    expect((await fetch(`${server().url}/media/nobody.flv`)).status).toBe(404)
  })

  it.each(['/media/nobody.flv', '/elsewhere', '/', '/socket', '/socket?EIO=4&transport=websocket', '/socketx'])(
    'upgrade requests for %s get 404',
    async (url) => {
      const socket = new WebSocket(server().url.replace('http', 'ws') + url)
      const [error] = (await once(socket, 'error')) as [Error]
      expect(error.message).toContain('404')
    },
  )

  it('WebSockets are refused for other origins', async () => {
    const client = await connectTo(server())
    const { live } = await liveMatch(client)
    const socket = new WebSocket(server().url.replace('http', 'ws') + live.web_flv_url, {
      headers: { origin: 'https://evil.example' },
    })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('404')
  })
})
