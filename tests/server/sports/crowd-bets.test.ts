import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import { bet as betTable } from '#server/database/schema/sports.ts'
import { Sportsbook } from '#server/sports/sportsbook.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { silentLog } from '../../support/logs.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { betWorld, oddsOf } from './sports-support.ts'
import { sportsWorld } from './sports-world.ts'

/** Accounts of the crowd, by stripes. */
const ACCOUNTS = 16
/** Each test has days and a match of its own. */
let round = 0
let start = Date.parse('2026-12-01T00:30:00Z')

describe.each(SHORT_KINDS)('S1.29 bets of the demo crowd on %s', (kind) => {
  const world = sportsWorld(kind)

  async function crowd() {
    const { store } = world
    const matchId = `crowd${++round}`
    const matches = betWorld([matchId], (start += 100 * DAY_MS))
    const open = () => {
      matches.set(
        { odds: oddsOf(1_800), homeScore: 0, clock: { phase: 'before', phaseStartedAt: matches.now } },
        matchId,
      )
    }
    open()
    const now = () => matches.now
    const options = { database: store, matches: matches.matches, limits: world.limits, log: silentLog }
    let sportsbook = new Sportsbook({ ...options, now })
    // The bets of the test before.
    await sportsbook.rollUpCrowd()
    expect(await store.db.$count(betTable, eq(betTable.isCrowd, true))).toBe(0)
    const memberId = await memberWith(store, 0)
    const bet = async () => {
      const placed = await sportsbook.bets.place({
        memberId,
        currency: 'CNY',
        stake: 10_00,
        legs: [{ selection: `${matchId}.winner.0.home`, price: 1_800 }],
        accept: 'any',
        idempotencyKey: newKey(),
        isCrowd: true,
      })
      if (!placed.ok) throw new Error(`${placed.code}`)
      return placed.data.bet.betId
    }
    return {
      matches,
      bet,
      open,
      cancel: (betId: string) => sportsbook.bets.cancel(betId, ''),
      /** The match ends and is settled. */
      end: async () => {
        const score = { homeScore: 1, periods: [[0, 0] as const, [1, 0] as const] }
        matches.set({ ...score, clock: { phase: 'ended', phaseStartedAt: matches.now } }, matchId)
        await sportsbook.settlement.settle(matchId)
      },
      /** What the process does every 10 s, and after a start. */
      sweep: async () => {
        sportsbook = new Sportsbook({ ...options, now })
        await sportsbook.tick()
      },
      rows: async () => {
        const { rows } = await store.db.execute<Record<'bets' | 'rows', number>>(sql`
          select count(*)::integer as bets, (count(*) + (select count(*) from bet_leg l join bet b on b.id = l.bet_id where b.is_crowd)
            + (select count(*) from bet_posting p join bet b on b.id = p.bet_id where b.is_crowd)
            + (select count(*) from ledger_entry e join ledger_tx t on t.id = e.tx_id where t.type like 'bet%' and e.account_id in (
              select id from account where owner_type = 'house' and owner_id = 'crowd')))::integer as rows
          from bet where is_crowd`)
        return rows[0] ?? { bets: 0, rows: 0 }
      },
    }
  }

  it('leave a bounded number of rows after days', async () => {
    const { matches, bet, cancel, open, end, sweep, rows } = await crowd()
    const perHour = 6
    for (let hour = 0; hour < 30; hour += 1) {
      open()
      const placed: string[] = []
      for (let count = 0; count < perHour; count += 1) placed.push(await bet())
      await cancel(placed[0] ?? '')
      await end()
      matches.now += HOUR_MS
      await sweep()
    }
    const { bets, rows: all } = await rows()
    expect(bets).toBeLessThanOrEqual(2 * perHour)
    // A bet has 4 rows beside its entries. Each of two days has two sums per account: paid and received.
    expect(all).toBeLessThanOrEqual(2 * perHour * 6 + 2 * 2 * ACCOUNTS)
  })

  it('a day whose bets cancel each other out does not stop the sums of later days', async () => {
    const { matches, bet, cancel, open, end, sweep, rows } = await crowd()
    await cancel(await bet())
    matches.now += DAY_MS
    open()
    for (let count = 0; count < 40; count += 1) await bet()
    await end()
    matches.now += 2 * HOUR_MS
    // One day at a time.
    await sweep()
    await sweep()
    expect(await rows()).toMatchObject({ bets: 0 })
  })

  it('on a match that has left the demo are cancelled after a day', async () => {
    const { matches, bet, sweep, rows } = await crowd()
    for (let count = 0; count < 3; count += 1) await bet()
    matches.clear()
    matches.now += DAY_MS - 1
    await sweep()
    expect(await rows()).toMatchObject({ bets: 3 })
    matches.now += HOUR_MS
    await sweep()
    const { rows: states } = await world.store.db.execute<{ state: string }>(sql`select state from bet where is_crowd`)
    expect(states.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})
