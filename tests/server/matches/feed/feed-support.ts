import type { ReadFeed } from '#server/matches/feed/feed-reader.ts'
import { MatchFeed, type MatchFeedOptions } from '#server/matches/feed/match-feed.ts'
import type { Match } from '#server/matches/match.ts'
import { testRooms, type TestRooms } from '../../rooms/rooms-support.ts'

export const INTERVAL_MS = 5_000
/** The test clock starts here. */
const START = Date.UTC(2026, 10, 21, 4)
export const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString()

/** A football match that kicked off ten minutes ago. */
export const MATCH = {
  id: 'm1',
  kind: 'football',
  league: { id: 'coast', name: '海岸联赛' },
  home: { id: 'jiangcheng', name: '江城' },
  away: { id: 'nanyu', name: '南屿' },
  kickOffAt: at(-10),
  phase: 'first-half',
  phaseStartedAt: at(-10),
  score: { home: 1, away: 0 },
}

/** The text of a document. */
export const feedText = (matches: readonly object[], generatedAt = at(0)): string =>
  JSON.stringify({ format: 'grandstand-matches/1', generatedAt, matches })

/** A feed whose text the test sets, with rooms in memory. */
export async function testFeed(first: string, more: Partial<MatchFeedOptions> & { world?: TestRooms } = {}) {
  const { world = await testRooms({}, []), ...options } = more
  const { hub, clock } = world
  let text: string | Error = first
  const stored: Match[] = []
  const errors: unknown[] = []
  const read: ReadFeed = async () => {
    if (text instanceof Error) throw text
    return text
  }
  const feed = new MatchFeed({
    read,
    rooms: hub,
    repository: { list: async () => stored },
    intervalMs: INTERVAL_MS,
    now: clock.now,
    onChanged: async () => undefined,
    onError: (error) => errors.push(error),
    ...options,
  })
  return {
    feed,
    hub,
    clock,
    errors,
    stored,
    /** Reads this text after some time. */
    next: async (given: string | Error, afterMs = INTERVAL_MS): Promise<void> => {
      text = given
      clock.move(afterMs)
      await feed.poll()
    },
    match: (id = 'm1') => feed.matches().find(({ fixture }) => fixture.eid === `feed-${id}`) ?? null,
    room: (id = 'm1') => hub.snapshot(`feed-${id}`),
    close: async (): Promise<void> => {
      await feed.stop()
      await hub.close()
    },
  }
}
