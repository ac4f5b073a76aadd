import { HOUR_MS } from '#protocol/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { RtmpProcess } from '#server/media/ingest/rtmp-process.ts'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { createLog } from '#server/config/log.ts'
import { ask, firstChunk, LIVE, openRtmp, sayUntilClosed } from './rtmp-support.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'

const MB = 1024 * 1024
const signingKey = signingKeyOf('a secret of the tests')
const heard: string[] = []
const received = new Map<string, FeedTag[]>()
let rtmp: RtmpProcess

const publish = (stream = 'a2001'): Buffer => ask('publish', signStreamKey(signingKey, stream, Date.now() + HOUR_MS))

beforeAll(async () => {
  rtmp = new RtmpProcess({
    host: '127.0.0.1',
    port: 0,
    signingKey,
    log: createLog('silent'),
    onPublish: () => {
      heard.push('publish')
      return null
    },
    onTags: (id, tags) => {
      heard.push('tags')
      received.set(id, [...(received.get(id) ?? []), ...tags])
    },
    onStopped: () => heard.push('gone'),
    onLost: () => heard.push('lost'),
  })
  await rtmp.start()
})
beforeEach(() => {
  heard.splice(0)
  received.clear()
})
afterAll(() => rtmp.stop())

it('closes an unauthenticated connection at the first chunk of an oversized message', async () => {
  const idle = await openRtmp(rtmp.port)
  const ended: string[] = []
  idle.once('close', () => ended.push('idle'))
  await sayUntilClosed(rtmp.port, LIVE, firstChunk(4, 17 * 1024))
  expect(ended).toEqual([]) // it was not the time limit, which would end this one first
  idle.destroy()
})

it.each([
  ['begins a message that is larger than any frame', () => [firstChunk(4, 9 * MB)]],
  [
    'begins seventeen messages and ends none',
    () => Array.from({ length: 17 }, (_, index) => firstChunk(4 + index, 7 * MB)),
  ],
])('closes a publisher who %s', async (_name, chunks) => {
  const { pid } = rtmp
  await sayUntilClosed(rtmp.port, LIVE, publish(), ...chunks())
  await expect.poll(() => heard).toEqual(['publish', 'gone'])
  expect(rtmp.pid).toBe(pid)
})

it('accepts publishers within the limits', async () => {
  const frame = firstChunk(4, 64)
  frame[12] = 0x17
  const socket = await openRtmp(rtmp.port)
  socket.resume()
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536), LIVE, publish(), frame]))
  await expect.poll(() => heard).toEqual(['publish', 'tags'])
  socket.destroy()
  await expect.poll(() => heard.at(-1)).toBe('gone')
})

/** A picture whose header has type 0 (its time) or type 1 (the difference to the last time). */
function picture(type: 0 | 1, time: number, content: number): Buffer {
  const isExtended = time >= 0xff_ff_ff
  const head = Buffer.alloc(type === 0 ? 12 : 8)
  head.writeUInt8((type << 6) | 6, 0)
  head.writeUIntBE(isExtended ? 0xff_ff_ff : time, 1, 3)
  head.writeUIntBE(6, 4, 3)
  head.writeUInt8(9, 7)
  const extension = Buffer.alloc(isExtended ? 4 : 0)
  if (isExtended) extension.writeUInt32BE(time)
  return Buffer.concat([head, extension, Buffer.from([0x27, 1, 0, 0, 0, content])])
}

it('passes on the frames of several publishers, each to its own, before it reports their end', async () => {
  const sockets = await Promise.all(['a2001', 'a2002'].map(() => openRtmp(rtmp.port)))
  for (const [index, socket] of sockets.entries()) {
    socket.resume()
    const opening = [Buffer.from([3]), Buffer.alloc(2 * 1536), LIVE, publish(`a200${index + 1}`)]
    socket.write(Buffer.concat([...opening, ...[0, 40, 80].map((time) => picture(0, time, index * 100 + time))]))
    socket.end()
  }
  await expect.poll(() => heard.filter((one) => one === 'gone')).toHaveLength(2)
  expect(heard.lastIndexOf('tags')).toBeLessThan(heard.lastIndexOf('gone'))
  const frames = [...received.values()].map((tags) => tags.map(({ kind, time, body }) => [kind, time, body.at(-1)]))
  const sent = (first: number) => [0, 40, 80].map((time) => ['video', time, first + time])
  expect(frames.toSorted(([one], [other]) => Number(one?.[2]) - Number(other?.[2]))).toEqual([sent(0), sent(100)])
})

it('passes on times that a publisher sends as differences beyond 32 bits', async () => {
  const socket = await openRtmp(rtmp.port)
  socket.resume()
  const pictures = [picture(0, 2 ** 32 - 60, 1), picture(1, 40, 2), picture(1, 40, 3), picture(1, 40, 4)]
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536), LIVE, publish(), ...pictures]))
  const times = (): number[] => [...received.values()].flat().map(({ time }) => time)
  await expect.poll(times).toEqual([2 ** 32 - 60, 2 ** 32 - 20, 20, 60])
  socket.destroy()
})
