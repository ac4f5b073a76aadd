import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { rebateDay } from '#server/database/schema/club.ts'
import { testClub } from '../../support/club.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { sportsWorld } from '../sports/sports-world.ts'

describe.each(STORE_KINDS)('turnover of bets on %s', (kind) => {
  const world = sportsWorld(kind)
  const rowsOf = (memberId: string) =>
    world.store.db.select().from(rebateDay).where(eq(rebateDay.memberId, memberId)).orderBy(rebateDay.day)

  it('S7.83 counts settled stakes; a resettlement corrects the next day', async () => {
    const club = testClub(world.store, world.now)
    const nextNight = () => {
      world.move(timeOfSiteDay(siteDayOf(world.now()) + 1) + 6 * MINUTE_MS - world.now())
      return club.job.run()
    }
    await nextNight()
    const member = await world.member(200_00)
    const waiting = async () => (await club.vipOf(member)).waiting
    const settled = async (match: 'm1' | 'm2', stake: number) => {
      const legs = [{ selection: `${match}.winner.0.home`, price: match === 'm1' ? 1_800 : 2_000 }]
      const bet = await world.placed(member, { legs, stake })
      world.end(0, 1, match)
      await world.settlement.settleChanged()
      return bet
    }
    const { betId } = await settled('m1', 40_00)
    expect(await waiting()).toBe(40_00)
    const day = siteDayOf(world.now())
    await nextNight()
    // The grade of a member of these tests is 1.
    expect(await rowsOf(member)).toMatchObject([{ day, venueClass: 'sport', turnover: 40_00, ppm: 2_800, amount: 11 }])
    // An operator voids the settled bet, so its rebate is taken from the next days.
    expect(await world.bets.cancel(betId, 'operator')).not.toBeNull()
    await settled('m2', 100_00)
    await nextNight()
    expect(await rowsOf(member)).toMatchObject([
      { day, amount: 11, correction: 0 },
      { day: day + 1, turnover: 100_00, amount: 17, correction: -11 },
    ])
    await club.close()
  })
})
