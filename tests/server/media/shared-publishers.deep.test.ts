import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { IngestStateView } from '#protocol/console/rooms.ts'
import { StartError } from '#server/config/start-error.ts'
import { SharedState } from '#server/database/shared/shared-state.ts'
import { SharedPublishers, SILENT_AFTER_MS } from '#server/media/ingest/shared-publishers.ts'
import { findRedis, startRedis, type TestRedis } from '../../support/redis.ts'
import { ON_AIR } from '../../support/ingest.ts'
import { testLog } from '../../support/logs.ts'

const STREAM = 'live-100001'
const NONE: IngestStateView = { ...ON_AIR, state: 'none', since: null, kbps: 0, keyFrameMs: null, droppedFrames: null }

/** Publishers that a test sets. */
class Source {
  readonly address = 'rtmp://live.example.com:1935/live'
  readonly streams: Record<string, IngestStateView> = {}

  stateOf(stream: string): IngestStateView {
    return this.streams[stream] ?? NONE
  }

  states(): Record<string, IngestStateView> {
    return this.streams
  }
}

// Each test has a database of its own in Redis, so that they can wait at the same time.
describe.runIf(findRedis() !== null).concurrent('publishers of several processes', () => {
  let redis: TestRedis
  let databases = 0
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    await Promise.all(ends.map((end) => end()))
    await redis?.stop()
  })

  async function openProcess(url: string, secret = 'the secret of all processes of this test') {
    const shared = new SharedState(url, testLog())
    await shared.connect()
    const publishers = new SharedPublishers(shared, { secret, log: testLog() })
    ends.push(async () => {
      publishers.close()
      await shared.close()
    })
    return { shared, publishers }
  }

  /** A process that takes publishers, and one that follows it. */
  async function openBoth(url = `${redis.url}/${(databases += 1)}`) {
    const source = new Source()
    const [ingest, other] = [await openProcess(url), await openProcess(url)]
    ingest.publishers.provide(source)
    await ingest.publishers.claim()
    await other.publishers.start()
    const open = (secret?: string) => openProcess(url, secret)
    return { source, ingest, other: other.publishers, open }
  }

  it('are known to every process, with figures and the address', async ({ expect }) => {
    const { source, ingest, other } = await openBoth()
    expect([other.publisherOf(STREAM), other.stateOf(STREAM)]).toEqual([null, NONE])
    const changes: unknown[] = []
    other.onChange(() => changes.push(other.publisherOf(STREAM)))
    source.streams[STREAM] = ON_AIR
    await ingest.publishers.report()
    await expect.poll(() => other.publisherOf(STREAM), { interval: 5 }).toBe('live')
    expect(other.stateOf(STREAM)).toEqual(ON_AIR)
    expect(other.address).toBe(source.address)
    source.streams[STREAM] = { ...ON_AIR, kbps: 3_000 }
    await expect.poll(() => other.stateOf(STREAM)?.kbps).toBe(3_000)
    source.streams[STREAM] = { ...NONE, state: 'lost' }
    await ingest.publishers.report()
    await expect.poll(() => other.publisherOf(STREAM), { interval: 5 }).toBe('gone')
    expect(changes).toEqual(['live', 'gone'])
  })

  it('are lost some seconds after their process was killed, and present again when it returns', async ({ expect }) => {
    const { source, ingest, other, open } = await openBoth()
    source.streams[STREAM] = ON_AIR
    await ingest.publishers.report()
    await expect.poll(() => other.publisherOf(STREAM)).toBe('live')
    ingest.publishers.close()
    await expect.poll(() => other.publisherOf(STREAM)).toBe('gone')
    expect(other.stateOf(STREAM)).toMatchObject({ state: 'lost', kbps: 0 })
    const { publishers: again } = await open()
    again.provide(source)
    await again.claim()
    await expect.poll(() => other.publisherOf(STREAM)).toBe('live')
  })

  it('are lost at once when their process stops, and another one may take them', async ({ expect }) => {
    const { source, ingest, other, open } = await openBoth()
    source.streams[STREAM] = ON_AIR
    await ingest.publishers.report()
    await expect.poll(() => other.publisherOf(STREAM)).toBe('live')
    const since = performance.now()
    await ingest.publishers.release()
    await expect.poll(() => other.publisherOf(STREAM), { interval: 5 }).toBe('gone')
    const { publishers: next } = await open()
    next.provide(new Source())
    await next.claim()
    expect(performance.now() - since).toBeLessThan(SILENT_AFTER_MS)
    await ingest.publishers.report()
    expect(ingest.publishers.isOwner).toBe(false)
  })

  it('are taken by one process: a second one does not start', async ({ expect }) => {
    const { ingest, open } = await openBoth()
    const { publishers: second } = await open()
    second.provide(new Source())
    await expect(second.claim()).rejects.toThrow(StartError)
    expect([ingest.publishers.isOwner, second.isOwner]).toEqual([true, false])
  })

  it('stay as they are while Redis is away, and when it has lost its data', async ({ expect }) => {
    const own = await startRedis()
    ends.push(() => own.stop())
    const { source, ingest, other } = await openBoth(own.url)
    const states: unknown[] = []
    other.onChange(() => states.push(other.publisherOf(STREAM)))
    source.streams[STREAM] = ON_AIR
    await ingest.publishers.report()
    await expect.poll(() => other.publisherOf(STREAM)).toBe('live')
    own.freeze()
    await wait(SILENT_AFTER_MS + 500)
    own.thaw()
    await ingest.shared.run((client) => client.flushAll()).catch(() => null)
    await expect
      .poll(() =>
        ingest.publishers.report().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await wait(SILENT_AFTER_MS)
    expect([other.publisherOf(STREAM), states]).toEqual(['live', ['live']])
    expect(ingest.publishers.isOwner).toBe(true)
  })

  it('are not taken from a process with another secret', async ({ expect }) => {
    const { source, ingest, open } = await openBoth()
    source.streams[STREAM] = ON_AIR
    await ingest.publishers.report()
    const { publishers: stranger } = await open('another secret, which is long enough')
    await stranger.start()
    expect([stranger.publisherOf(STREAM), stranger.stateOf(STREAM)]).toEqual([null, null])
  })
})
