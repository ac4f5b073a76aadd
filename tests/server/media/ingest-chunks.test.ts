import { HOUR_MS } from '#protocol/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { RtmpProcess } from '#server/media/ingest/rtmp-process.ts'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { createLog } from '#server/config/log.ts'
import { ask, firstChunk, LIVE, openRtmp, sayUntilClosed } from './rtmp-support.ts'

const MB = 1024 * 1024
const signingKey = signingKeyOf('a secret of the tests')
const heard: string[] = []
let rtmp: RtmpProcess

const publish = (): Buffer => ask('publish', signStreamKey(signingKey, 'a2001', Date.now() + HOUR_MS))

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
    onTags: () => heard.push('tag'),
    onStopped: () => heard.push('gone'),
    onLost: () => heard.push('lost'),
  })
  await rtmp.start()
})
beforeEach(() => void heard.splice(0))
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
  await expect.poll(() => heard).toEqual(['publish', 'tag'])
  socket.destroy()
  await expect.poll(() => heard.at(-1)).toBe('gone')
})
