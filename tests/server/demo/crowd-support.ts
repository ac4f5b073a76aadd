import { expect } from 'vitest'
import { success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { createRandom } from '#server/demo/world/random.ts'
import type { WorldServices } from '#server/demo/world/world.ts'
import type { MatchRecord } from '#server/database/schema/match.ts'
import { Streams } from '#server/media/streams.ts'
import type { Members } from '#server/members/members.ts'
import { authorOf } from '#server/rooms/author.ts'
import { PEOPLE, person } from '../rooms/rooms-support.ts'

/** The members of a crowd, its random numbers, and an error handler that fails the test. */
export const crowdBasics = () => ({
  audience: PEOPLE.map((person) => ({ ...person, site: CONFIG_DEFAULTS, author: authorOf(person.member) })),
  random: createRandom(3),
  onError: (error: unknown) => expect(error).toBeUndefined(),
})

/**
 * What a demo world needs besides its log: people, coins without limits, and records in memory. `records` are those that
 * it has stored.
 */
export function worldServices(
  { rooms, now, crowd = 0 }: Pick<WorldServices, 'rooms' | 'now'> & { readonly crowd?: number },
  records = new Map<string, MatchRecord>(),
): WorldServices {
  return {
    rooms,
    members: { ensure: async (seeds) => seeds.map((_, index) => person(index)) } as Members,
    calls: {
      'gift.reward': async () => success({ giftOrderNo: 'g', total: 1, balance: 1, comboCount: 1 }),
      'coin.buy': async () => success({ balance: 1, orderNo: 'o' } as never),
    },
    gifts: async () => [],
    ledger: { rollUp: async () => 0, forgetRanking: async () => undefined },
    media: new Streams(now),
    records: {
      records: async () => records,
      saveRecord: async (eid, record) => void records.set(eid, record),
      removeRecord: async (eid) => void records.delete(eid),
    },
    now,
    seed: 20_261_121,
    crowd,
    siteId: 5009,
    site: CONFIG_DEFAULTS,
    onError: (error) => {
      throw error
    },
  }
}
