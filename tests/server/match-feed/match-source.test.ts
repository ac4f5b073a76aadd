import { success } from '#protocol/result.ts'
import { Streams } from '#server/media/streams.ts'
import { createWorld, type WorldServices } from '#server/demo/world/world.ts'
import { MatchFeed } from '#server/matches/feed/match-feed.ts'
import type { MatchRecord } from '#server/matches/match.ts'
import type { Members } from '#server/members/members.ts'
import { person, testRooms } from '../rooms-support.ts'
import { feedText, INTERVAL_MS, MATCH, testFeed } from './feed-support.ts'
import { matchSourceContract } from './match-source-contract.ts'

matchSourceContract('the demo world', async () => {
  const { hub, clock } = await testRooms({}, [])
  const records = new Map<string, MatchRecord>()
  const services: WorldServices = {
    rooms: hub,
    members: { ensure: async (seeds) => seeds.map((_, index) => person(index)) } as Members,
    calls: {
      'gift.reward': async () => success({ giftOrderNo: 'g', total: 1, balance: 1, comboCount: 1 }),
      'coin.buy': async () => success({ balance: 1, orderNo: 'o' } as never),
    },
    gifts: async () => [],
    ledger: { rollUp: async () => 0, forgetRanking: async () => undefined },
    media: new Streams(clock.now),
    records: {
      records: async () => records,
      saveRecord: async (eid, record) => void records.set(eid, record),
      removeRecord: async (eid) => void records.delete(eid),
    },
    now: clock.now,
    seed: 20_261_121,
    crowd: 0,
    siteId: 5009,
    onError: (error) => {
      throw error
    },
  }
  const source = createWorld(services)
  await source.start()
  return {
    source,
    hub,
    follower: () => createWorld(services),
    async close() {
      await source.stop()
      await hub.close()
    },
  }
})

matchSourceContract('the feed', async () => {
  const opened = await testFeed(feedText([MATCH, { ...MATCH, id: 'm2', phase: 'ended' }]))
  const { feed, hub, clock, close } = opened
  await feed.start()
  const list = async () =>
    feed.matches().map(({ fixture, state, kickOffAt, round }) => ({ fixture, state, kickOffAt, round }))
  const follower = () =>
    new MatchFeed({
      read: () => Promise.reject(new Error('a process that follows reads no feed')),
      rooms: hub,
      repository: { list },
      intervalMs: INTERVAL_MS,
      now: clock.now,
      onChanged: async () => undefined,
      onError: (error) => {
        throw error
      },
    })
  return { source: feed, hub, follower, close }
})
