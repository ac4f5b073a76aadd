import { HOUR_MS } from '#protocol/time.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RtmpProcess } from '#server/media/ingest/rtmp-process.ts'
import { checkStreamKey, signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { createLog } from '#server/config/log.ts'
import { ask, connectTo, LIVE, message, openRtmp, sayUntilClosed } from './rtmp-support.ts'

const signingKey = signingKeyOf('a secret of the tests')
const log: string[] = []
const heard: string[] = []
let rtmp: RtmpProcess

const goodKey = (): string => signStreamKey(signingKey, 'a2001', Date.now() + HOUR_MS)
/** A key frame of an unauthenticated publisher. */
const FRAME = message(9, Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), randomBytes(600)]))

beforeAll(async () => {
  rtmp = new RtmpProcess({
    host: '127.0.0.1',
    port: 0,
    signingKey,
    log: createLog('info', { write: (line) => void log.push(line) }),
    onPublish: (_id, stream) => {
      heard.push(`publish ${stream}`)
      return null
    },
    onTags: () => heard.push('tag'),
    onStopped: () => heard.push('gone'),
    onLost: () => heard.push('lost'),
  })
  await rtmp.start()
})
afterAll(() => rtmp.stop())

describe('the RTMP process', () => {
  it.each([
    ['who asks to play', () => [LIVE, ask('play', 'a2001')]],
    ['who plays and sends a picture all the same', () => [LIVE, ask('play', 'a2001'), FRAME]],
    ['who publishes without a key and sends a picture all the same', () => [LIVE, ask('publish', 'a2001'), FRAME]],
    ['who publishes below another name', () => [connectTo('other', 'rtmp://h/other'), ask('publish', goodKey())]],
    ['whose address is none', () => [connectTo('live', 'no address')]],
    ['whose command is cut short', () => [message(20, Buffer.from([0, 1]))]],
    ['who sends pictures without end before it publishes', () => Array.from({ length: 40 }, () => FRAME)],
    ['who sends noise', () => [randomBytes(64 * 1024)]],
  ])('closes a connection %s, and continues', async (_name, messages) => {
    const { pid } = rtmp
    await sayUntilClosed(rtmp.port, ...messages())
    expect(heard).toEqual([])
    expect(rtmp.pid).toBe(pid)
  })

  it('accepts a valid key, once', async () => {
    await sayUntilClosed(rtmp.port, LIVE, ask('publish', goodKey()), ask('publish', goodKey()))
    await expect.poll(() => heard).toEqual(['publish a2001', 'gone'])
  })

  it('logs the reason of a refusal without the key', async () => {
    await expect.poll(() => log.some((line) => line.includes('its key is wrong'))).toBe(true)
    expect(log.join('')).not.toContain('key=')
  })

  it('keeps eight connections of one address that do not publish', async () => {
    const idle = await Promise.all(Array.from({ length: 60 }, () => openRtmp(rtmp.port)))
    const isOpen = (socket: Socket): boolean => !socket.destroyed
    await expect.poll(() => idle.filter(isOpen)).toHaveLength(8)
    for (const socket of idle) socket.destroy()
  })
})

it('reports a port in use, and listens when it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const lines: string[] = []
  const nothing = (): void => undefined
  const late = new RtmpProcess({
    host: '127.0.0.1',
    port,
    signingKey,
    log: createLog('error', { write: (line) => void lines.push(line) }),
    onPublish: () => null,
    onTags: nothing,
    onStopped: nothing,
    onLost: nothing,
  })
  await late.start()
  expect(late.port).toBeNull()
  expect(lines[0]).toContain('EADDRINUSE')
  other.close()
  await expect.poll(() => late.port, { timeout: 60_000 }).toBe(port)
  await late.stop()
})

describe('a stream key', () => {
  const now = Date.UTC(2026, 10, 21)
  const keyOf = (stream: string, until: number): string =>
    signStreamKey(signingKey, stream, until).split('key=')[1] ?? ''

  it('is valid for its stream until it expires', () => {
    const key = keyOf('a2001', now + HOUR_MS)
    expect(checkStreamKey(signingKey, 'a2001', key, now)).toBe('good')
    expect(checkStreamKey(signingKey, 'a2001', key, now + HOUR_MS)).toBe('expired')
    expect(checkStreamKey(signingKey, 'a2002', key, now)).toBe('wrong')
    expect(checkStreamKey(signingKeyOf('another'), 'a2001', key, now)).toBe('wrong')
    const longer = key.replace(/^\d+/, (seconds) => String(Number(seconds) + 1))
    expect(checkStreamKey(signingKey, 'a2001', longer, now)).toBe('wrong')
  })

  it.each([undefined, '', '1', ['a', 'b'], {}, '-', `${now}-${'x'.repeat(43)}`, `1-${'é'.repeat(43)}`])(
    'is invalid as %j',
    (key) => {
      expect(checkStreamKey(signingKey, 'a2001', key, now)).toBe('wrong')
    },
  )
})
