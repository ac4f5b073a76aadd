import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CHECK_INTERVAL_MS, Ingest, KEY_FRAME_LIMIT_MS, SILENCE_MS } from '#server/media/ingest/ingest.ts'
import type { PublishedStreams } from '#server/media/ingest/published-streams.ts'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { createLog } from '#server/config/log.ts'
import type { FeedEvents, LiveFeed } from '#server/media/live/live-feed.ts'
import type { PublisherState } from '#server/matches/match-source.ts'
import { testClock } from '../../support/store.ts'
import { ask, firstChunk, LIVE, openRtmp } from './rtmp-support.ts'

const signingKey = signingKeyOf('a secret of the tests')
const nothing = (): void => undefined
/** A feed that can be watched after its first data. */
const feedOf = (events: FeedEvents): LiveFeed =>
  ({ push: () => events.onReady(), pause: nothing }) as unknown as LiveFeed

let clock: ReturnType<typeof testClock>
let heard: PublisherState[]
let ingest: Ingest
let publisher: Socket

/** The state reported to a room after a check. */
async function stateAfter(ms: number): Promise<PublisherState[]> {
  clock.move(ms)
  ingest.check()
  await Promise.resolve()
  return heard
}

beforeEach(async () => {
  clock = testClock()
  heard = []
  ingest = new Ingest({
    media: { openFeed: (_stream, events) => feedOf(events), attach: nothing, detach: nothing },
    setPublisher: async (_stream, state) => void heard.push(state),
    isStream: () => true,
    published: { read: () => [], add: nothing, remove: nothing } as unknown as PublishedStreams,
    host: '127.0.0.1',
    port: 0,
    signingKey,
    now: clock.now,
    log: createLog('silent'),
  })
  await ingest.start()
  const frame = firstChunk(4, 64)
  // A key frame, not a header.
  frame.set([0x17, 1], 12)
  const key = signStreamKey(signingKey, 'a2001', Date.now() + 3_600_000)
  publisher = await openRtmp(ingest.port)
  publisher.resume()
  publisher.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536), LIVE, ask('publish', key), frame]))
  await expect.poll(() => heard).toEqual(['live'])
})
afterEach(async () => {
  publisher.destroy()
  await ingest.stop()
})

it('S4.3 reports a publisher as lost after the silence limit, and not before', async () => {
  expect(await stateAfter(SILENCE_MS - 1)).toEqual(['live'])
  expect(await stateAfter(1)).toEqual(['live', 'gone'])
})

it('S4.3 leaves time to notify the room within three seconds of the last frame', () => {
  expect(SILENCE_MS + CHECK_INTERVAL_MS).toBeLessThan(3_000)
})

it('S4.4 ends a publisher that sends no key frame for 30 s, and names the reason', async () => {
  clock.move(KEY_FRAME_LIMIT_MS - 1)
  const picture = firstChunk(4, 64)
  picture.writeUIntBE(40, 1, 3)
  picture.set([0x27, 1], 12)
  publisher.write(picture)
  await expect.poll(() => ingest.stateOf('a2001').format?.fps).toBe(25)
  ingest.check()
  expect(ingest.stateOf('a2001')).toMatchObject({ state: 'live', problem: null })
  clock.move(1)
  ingest.check()
  expect(ingest.stateOf('a2001')).toMatchObject({ state: 'none', problem: 'keyFrames' })
})

it('S4.3 reports a publisher as lost at once when its connection ends', async () => {
  publisher.destroy()
  await expect.poll(() => heard).toEqual(['live', 'gone'])
})
