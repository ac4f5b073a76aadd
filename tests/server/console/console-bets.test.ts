import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Match } from '#server/matches/match.ts'
import { betsById } from '#server/sports/bet-rows.ts'
import { sportResult } from '#server/database/schema/sports.ts'
import { Sportsbook } from '#server/sports/sportsbook.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { silentLog } from '../../support/logs.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { betMatch, oddsOf } from '../sports/sports-support.ts'
import { creditVenue } from '../sports/sports-world.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

/** The test clock starts here. */
const START = Date.UTC(2026, 10, 21, 4)

function matchWithOdds(matchId: string): Match {
  const match = betMatch(matchId, START + 3_600_000)
  return { ...match, state: { ...match.state, odds: oddsOf(1_800) } }
}

describe.each(STORE_KINDS)('bets in the console on %s', (kind) => {
  let console: TestConsole
  let client: ConsoleClient
  let sportsbook: Sportsbook

  beforeAll(async () => {
    console = await openTestConsole(kind, [matchWithOdds('m1'), matchWithOdds('m2')])
    client = (await console.setUp()).client
    const { services, matches, clock } = console
    const { database, playLimits: limits } = services
    sportsbook = new Sportsbook({ database, matches, limits, log: silentLog, now: clock.now })
  })
  afterAll(() => console.close())

  async function placed(matchId: string) {
    const { database } = console.services
    const memberId = await signInMemberWith(database, 0, console.clock.now)
    await creditVenue(database, memberId, 100_00, { now: console.clock.now() })
    const legs = [{ selection: `${matchId}.winner.0.home`, price: 1_800 }]
    const money = { memberId, currency: 'CNY', stake: 40_00, idempotencyKey: newKey() } as const
    const result = await sportsbook.bets.place({ ...money, legs, accept: 'none' })
    if (!result.ok) throw new Error(`${result.code}`)
    return result.data.bet.betId
  }
  const stored = async (betId: string) => (await betsById(console.services.database.db, [betId]))[0]

  it('Annex E.7 an operator decides a market, releases it and settles by facts, each with an audit line', async () => {
    const betId = await placed('m1')
    const { list } = (await client.call('bet.matches', {})).data
    expect(list).toContainEqual(expect.objectContaining({ matchId: 'm1', home: '灯塔', bets: 1, open: 1 }))
    const subject = { matchId: 'm1', market: 'm1.winner.0', reason: '数据源有误' }
    expect((await client.call('bet.settleMarket', { ...subject, won: 'away' })).data).toEqual({ changed: 1 })
    expect(await stored(betId)).toMatchObject({ state: 'lost', legs: [{ rule: 'operator' }] })
    expect((await client.call('bet.list', { matchId: 'm1' })).data).toMatchObject({
      list: [{ betId, state: 'lost', stake: 40_00 }],
      decided: [{ market: 'm1.winner.0', won: 'away' }],
    })
    expect((await client.call('bet.releaseMarket', subject)).data).toEqual({ changed: 1 })
    expect(await stored(betId)).toMatchObject({ state: 'accepted' })
    const facts = { state: 'ended' as const, periods: [[1, 0]] as [number, number][], goals: [] }
    expect((await client.call('bet.resettle', { matchId: 'm1', facts, reason: '按官方赛果' })).data).toEqual({
      changed: 1,
    })
    expect(await stored(betId)).toMatchObject({ state: 'won', returned: 72_00 })
    const audit = (await client.call('audit.list', { target: 'match m1' })).data.list
    const acts = new Set(audit.map(({ action }) => action))
    expect(acts).toEqual(new Set(['bet.resettle', 'bet.releaseMarket', 'bet.settleMarket']))
    expect(await reconcile(console.services.database.db)).toEqual([])
  })

  it('an operator voids a bet once', async () => {
    const betId = await placed('m2')
    const request = { betId, reason: '误操作' }
    expect((await client.call('bet.void', request)).code).toBe(0)
    expect(await stored(betId)).toMatchObject({ state: 'cancelled', returned: 40_00 })
    expect((await client.call('bet.void', request)).code).toBe(CODES.ORDER_STATE_CHANGED)
    const [line] = (await client.call('audit.list', { target: `bet ${betId}` })).data.list
    expect(line).toMatchObject({ action: 'bet.void', before: { state: 'accepted' }, after: { state: 'cancelled' } })
  })

  it('Annex E.7 entered scores keep the order of goals that the source knows', async () => {
    const matchId = 'm3'
    const known = {
      sport: 'football',
      state: 'ended',
      periods: [
        [1, 0],
        [0, 1],
      ],
      goals: ['home', 'away'],
    } as const
    await console.services.database.db.insert(sportResult).values({
      matchId,
      version: 1,
      facts: known,
      actor: '',
      at: console.clock.now(),
    })
    const resettle = async (periods: [number, number][]) => {
      const facts = { state: 'ended' as const, periods, goals: [] }
      expect((await client.call('bet.resettle', { matchId, facts, reason: '按官方赛果' })).code).toBe(0)
      return (await client.call('bet.list', { matchId })).data.facts
    }
    // The second goal is taken back; then the home team gets one more.
    const last = await resettle([
      [1, 0],
      [0, 0],
    ])
    expect(last).toMatchObject({ operator: 'root', goals: ['home'] })
    expect(
      await resettle([
        [1, 0],
        [1, 0],
      ]),
    ).toMatchObject({ goals: ['home', 'home'] })
  })

  it('an action without a reason is refused', async () => {
    const betId = await placed('m2')
    const request = { betId, reason: '' }
    expect((await client.call('bet.void', request)).code).toBe(CODES.PARAM_ERROR)
    expect(await stored(betId)).toMatchObject({ state: 'accepted' })
  })

  it('refuses a market of another match and an outcome that it does not have', async () => {
    const call = (market: string, won: string) =>
      client.call('bet.settleMarket', { matchId: 'm1', market, won, reason: '测试' })
    expect((await call('m2.winner.0', 'home')).code).toBe(CODES.PARAM_ERROR)
    expect((await call('m1.winner.0', 'over')).code).toBe(CODES.PARAM_ERROR)
  })
})
