import { createWorld } from '#server/demo/world/world.ts'
import { MatchFeed } from '#server/matches/feed/match-feed.ts'
import { testRooms } from '../../rooms/rooms-support.ts'
import { worldServices } from '../../demo/crowd-support.ts'
import { feedText, INTERVAL_MS, MATCH, testFeed } from './feed-support.ts'
import { matchSourceContract } from './match-source-contract.ts'

matchSourceContract('the demo world', async () => {
  const { hub, clock } = await testRooms({}, [])
  const services = worldServices({ rooms: hub, now: clock.now })
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
