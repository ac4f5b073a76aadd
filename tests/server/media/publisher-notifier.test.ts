import { describe, expect, it } from 'vitest'
import { Ingest } from '#server/media/ingest/ingest.ts'
import type { PublishedStreams } from '#server/media/ingest/published-streams.ts'
import { PublisherNotifier } from '#server/media/ingest/publisher-notifier.ts'
import { signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { createLog } from '#server/config/log.ts'
import type { PublisherState } from '#server/matches/match-source.ts'
import { testClock } from '../../support/store.ts'

/** Rooms whose log can be unavailable, with what each has written. */
function openNews() {
  const clock = testClock()
  const rooms = { heard: [] as [stream: string, state: PublisherState][], tries: 0, away: new Set<string>() }
  const news = new PublisherNotifier({
    now: clock.now,
    log: createLog('silent'),
    async setPublisher(stream, state) {
      rooms.tries += 1
      await Promise.resolve()
      if (rooms.away.has(stream)) throw new Error('the store is away')
      rooms.heard.push([stream, state])
    },
  })
  const stateAfter = async (ms: number): Promise<void> => {
    clock.move(ms)
    news.check()
    await news.settled()
  }
  return { news, rooms, stateAfter }
}

describe('publisher notifications of rooms', () => {
  it('S4.3 are sent in order, independently per room', async () => {
    const { news, rooms } = openNews()
    for (const state of ['live', 'gone', 'live'] as const) news.notify('a', state)
    news.notify('b', 'live')
    await news.settled()
    expect(rooms.heard.filter(([stream]) => stream === 'a')).toEqual([
      ['a', 'live'],
      ['a', 'gone'],
      ['a', 'live'],
    ])
    expect(rooms.heard.slice(0, 2)).toContainEqual(['b', 'live'])
  })

  it('S4.3 are retried after a database failure, with the newest state only', async () => {
    const { news, rooms, stateAfter } = openNews()
    rooms.away.add('a')
    news.notify('a', 'live')
    news.notify('b', 'live')
    await news.settled()
    expect(rooms.heard).toEqual([['b', 'live']])
    news.notify('a', 'gone')
    news.notify('a', null)
    await stateAfter(999)
    expect(rooms.tries).toBe(2)
    await stateAfter(1)
    rooms.away.clear()
    await stateAfter(1_999)
    expect([rooms.tries, rooms.heard.length]).toEqual([3, 1])
    await stateAfter(1)
    expect(rooms.heard).toEqual([
      ['b', 'live'],
      ['a', null],
    ])
    await stateAfter(60_000)
    expect(rooms.tries).toBe(4)
  })

  it('are logged at most every ten seconds while the database is unavailable', async () => {
    const { news, rooms, stateAfter } = openNews()
    rooms.away.add('a')
    news.notify('a', 'live')
    await news.settled()
    for (let second = 0; second < 600; second += 1) await stateAfter(1_000)
    expect(rooms.tries).toBeLessThan(66)
    rooms.away.clear()
    await stateAfter(10_000)
    news.notify('a', 'gone')
    await news.settled()
    expect(rooms.heard).toEqual([
      ['a', 'live'],
      ['a', 'gone'],
    ])
  })
})

it('S4.3 are sent for a lost publisher after the database was unavailable at the start', async () => {
  const clock = testClock()
  const heard: PublisherState[] = []
  let isAway = true
  const nothing = (): void => undefined
  const ingest = new Ingest({
    media: { openFeed: () => expect.unreachable('nobody publishes'), attach: nothing, detach: nothing },
    async setPublisher(_stream, state) {
      if (isAway) throw new Error('the store is away')
      heard.push(state)
    },
    isStream: () => true,
    published: { read: () => ['a2001'], add: nothing, remove: nothing } as unknown as PublishedStreams,
    host: '127.0.0.1',
    port: 0,
    signingKey: signingKeyOf('a secret of the tests'),
    now: clock.now,
    log: createLog('silent'),
  })
  await ingest.start()
  isAway = false
  clock.move(1_000)
  ingest.check()
  await ingest.stop()
  expect(heard).toEqual(['gone'])
})
