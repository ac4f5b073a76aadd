import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { hitsPool } from '#protocol/games/bonus-pool.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import type { EGame } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import type { Database } from '#server/database/database.ts'
import { poolStates } from '#server/games/pools.ts'
import type { Rounds } from '#server/games/rounds.ts'
import { venueTotals } from '#server/venues/records.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { playRound, REAL_GAMES } from '../../support/e-game-play.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { testRounds } from '../../support/rounds.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'
import { creditVenue } from '../sports/sports-world.ts'

const BALANCE = 10_000_00
const ROUNDS = 4

describe.each(STORE_KINDS)('S1.9 the e-games on %s', (kind) => {
  let store: Database
  let rounds: Rounds
  let clock: ReturnType<typeof testClock>
  let memberId: string

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    clock = testClock()
    rounds = testRounds(store, clock.now, { rulesOf })
    memberId = await signInMemberWith(store, 0, clock.now)
    await creditVenue(store, memberId, BALANCE, { now: clock.now(), venue: 'YBDZ' })
  })
  afterEach(async () => {
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  const balance = async (): Promise<number> => {
    const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
      where owner_id = ${memberId} and kind = 'venue:YBDZ' and currency = 'CNY'`)
    return rows[0]?.balance ?? 0
  }

  /** Plays an ended round again from its published values. */
  function expectProven({ game, stake, options, moves, ...proof }: DataOf<'gameRound.proof'>): void {
    expect(commitmentOf(proof.serverSeed)).toBe(proof.commitment)
    const rules = rulesOf(game)
    const draw = seededDraw({ server: proof.serverSeed, member: proof.memberSeed, nonce: proof.nonce })
    const first = rules.start(stake, options, draw)
    const { staked, payout } = moves.reduce<typeof first>((step, move) => rules.move(step, move), first)
    expect({ staked, payout }).toEqual({ staked: proof.staked, payout: proof.payout })
  }

  it.each(REAL_GAMES)('S7.64 $gameId is played to its end, paid and proven', async (game) => {
    let expected = BALANCE
    for (let count = 0; count < ROUNDS; count += 1) {
      const round = await playRound(rounds, memberId, game)
      clock.move(2_500)
      expected += (round.payout ?? 0) + round.pool - round.staked
      expect(round).toMatchObject({ balance: expected, nonce: count })
      const proof = await rounds.proof(round.roundId, () => Promise.resolve('林小雨'))
      if (!proof.ok) throw new Error(proof.message)
      expectProven(proof.data)
    }
    expect(await balance()).toBe(expected)
    const filter = { memberId, currency: 'CNY', start: 0, end: clock.now() + 1 } as const
    const { count, staked, returned, open } = await venueTotals(store, 'YBDZ', filter)
    expect({ count, open, net: returned - staked }).toEqual({ count: ROUNDS, open: 0, net: expected - BALANCE })
  })

  /** Starts a round of a game with a pool whose draw gets the pool, or not. */
  async function startWithPool(gameId: EGame & ('slot' | 'drop'), hits: boolean) {
    const opened = await rounds.open(memberId, gameId)
    if (!opened.ok) throw new Error(opened.message)
    const { commitment, nonce } = opened.data
    const { rows } = await store.db.execute<{ seed: string }>(
      sql`select server_seed as seed from game_seed where member_id = ${memberId} and game = ${gameId}`,
    )
    const server = rows[0]?.seed ?? ''
    const stake = 200_00
    let number = 0
    while (hitsPool({ server, member: `s${number}`, nonce }, 'CNY', stake) !== hits) number += 1
    const started = await rounds.start({
      memberId,
      gameId,
      currency: 'CNY',
      stake,
      options: gameId === 'slot' ? {} : { risk: 'low' },
      memberSeed: `s${number}`,
      commitment,
      idempotencyKey: newKey(),
    })
    if (!started.ok) throw new Error(started.message)
    clock.move(2_500)
    return started.data
  }

  it('S7.63 a round that gets the pool is paid all that earlier stakes filled; its own share begins the next one', async () => {
    const pool = async () => (await poolStates(store)).find(({ currency }) => currency === 'CNY')
    await startWithPool('slot', false)
    const filled = (await pool())?.amount ?? 0
    expect(filled).toBeGreaterThanOrEqual(1_00)
    const before = await balance()
    const won = await startWithPool('drop', true)
    expect(won.pool).toBe(filled)
    expect(await balance()).toBe(before - 200_00 + (won.payout ?? 0) + won.pool)
    expect(await pool()).toMatchObject({ amount: 1_00, last: { roundId: won.roundId, amount: won.pool } })
    const detail = await rounds.detail(memberId, won.roundId)
    if (!detail.ok) throw new Error(detail.message)
    expect(detail.data.postings).toContainEqual(expect.objectContaining({ kind: 'pool', change: won.pool }))
    expect(await startWithPool('slot', false)).toMatchObject({ pool: 0 })
    expect(await pool()).toMatchObject({ amount: 2_00, last: { roundId: won.roundId } })
  })
})
