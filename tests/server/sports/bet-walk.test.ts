import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { betReturn } from '#protocol/sports/bet-return.ts'
import { decideLeg } from '#protocol/sports/settlement.ts'
import { isFinal, matchFacts } from '#server/sports/settlement.ts'
import { betsById } from '#server/sports/bet-rows.ts'
import { legKey } from '#server/sports/bets.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { sportsWorld } from './sports-world.ts'

const MATCHES = ['m1', 'm2', 'm3'] as const
const SIDES = ['home', 'draw', 'away'] as const

const matchId = fc.constantFrom(...MATCHES)
const goals = fc.integer({ min: 0, max: 3 })
const STEPS = fc.oneof(
  fc.record({
    step: fc.constant('place' as const),
    member: fc.integer({ min: 0, max: 2 }),
    matches: fc.uniqueArray(matchId, { minLength: 1, maxLength: 3 }),
    side: fc.constantFrom(...SIDES),
    stake: fc.integer({ min: 1_00, max: 60_00 }),
    accept: fc.constantFrom('any', 'better', 'none'),
  }),
  fc.record({ step: fc.constant('price' as const), matchId, home: fc.integer({ min: 1_300, max: 3_500 }) }),
  fc.record({ step: fc.constant('play' as const), matchId }),
  fc.record({ step: fc.constant('score' as const), matchId, home: goals, away: goals }),
  fc.record({ step: fc.constant('end' as const), matchId, home: goals, away: goals }),
  fc.record({ step: fc.constant('abandon' as const), matchId }),
  fc.record({ step: fc.constant('cashOut' as const), bet: fc.nat(20) }),
  fc.record({ step: fc.constant('cancel' as const), bet: fc.nat(20) }),
  fc.record({ step: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 7_000 }) }),
  fc.record({ step: fc.constant('settle' as const) }),
  fc.record({ step: fc.constant('restart' as const) }),
)
type Step = typeof STEPS extends fc.Arbitrary<infer Value> ? Value : never

describe('Annex H I1 I2 I3 I4 I5 I6 I7 random bets, results, corrections and cash-outs', () => {
  const world = sportsWorld('pglite')

  it('keep the invariants, and every bet returns what the rules say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 20, maxLength: 50 }), async (steps) => {
        world.renew()
        const members = [await world.member(200_00), await world.member(50_00), await world.member(5_00)]
        const placed: { readonly betId: string; readonly member: string }[] = []
        for (const step of steps) await run(step, members, placed)
        world.move(10_000)
        await world.bets.decideDue()
        for (const one of MATCHES) world.end(1, 0, one)
        await world.settlement.settleChanged()
        await world.settlement.settleOpen()
        await check(
          placed.map(({ betId }) => betId),
          members,
        )
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  async function run(step: Step, members: readonly string[], placed: { betId: string; member: string }[]) {
    switch (step.step) {
      case 'place': {
        const member = members[step.member] ?? ''
        const legs = step.matches.map((id) => ({ selection: `${id}.winner.0.${step.side}`, price: 1_800 }))
        const result = await world.place(member, { legs, stake: step.stake, accept: step.accept })
        if (result.ok) placed.push({ betId: result.data.bet.betId, member })
        return
      }
      case 'cashOut': {
        const bet = placed[step.bet]
        const quote = bet && (await world.cashOuts.quote(bet.member, bet.betId))
        if (!bet || !quote?.ok) return
        const accepted = { memberId: bet.member, betId: bet.betId, quoteId: quote.data.quoteId }
        await world.cashOuts.accept({ ...accepted, idempotencyKey: quote.data.quoteId })
        return
      }
      case 'cancel': {
        const bet = placed[step.bet]
        if (bet) await world.bets.cancel(bet.betId, 'op')
        return
      }
      case 'settle':
        await world.bets.decideDue()
        await world.settlement.settleChanged()
        await world.settlement.collectOwed()
        return
      default:
        change(step)
    }
  }

  function change(step: Step): void {
    if (step.step === 'price') world.set({ odds: world.odds(step.home) }, step.matchId)
    if (step.step === 'play') world.play(step.matchId)
    if (step.step === 'score') world.set({ homeScore: step.home, guestScore: step.away }, step.matchId)
    if (step.step === 'end') world.end(step.home, step.away, step.matchId)
    if (step.step === 'abandon') world.set({ broken: 'abandoned' }, step.matchId)
    if (step.step === 'wait') world.move(step.ms)
    if (step.step === 'restart') world.restart()
  }

  async function check(ids: readonly string[], members: readonly string[]) {
    await expectInvariants(world.store)
    expect(await reconcile(world.store.db)).toEqual([])
    for (const bet of await betsById(world.store.db, ids)) {
      expect(bet.state).not.toBe('pending')
      if (isFinal(bet.state)) continue
      const legs = bet.legs.map(({ selection, price, matchId: id }) => {
        const match = world.book.sourceOf(id)
        const facts = match && matchFacts(match)
        return { price, result: facts ? (decideLeg(legKey(selection), facts)?.result ?? null) : null }
      })
      const due = betReturn(bet.stake, legs)
      expect([bet.state, bet.returned - bet.owed]).toEqual([due?.state ?? 'accepted', due?.returned ?? 0])
    }
    // Stakes, returns and the house sum to zero.
    const { rows } = await world.store.db.execute<{
      total: number
    }>(sql`select coalesce(sum(e.amount), 0)::bigint as total
      from ledger_entry e join ledger_tx t on t.id = e.tx_id where t.ref_type = 'bet'`)
    expect(rows[0]?.total).toBe(0)
    for (const member of members) expect(await world.balance(member)).toBeGreaterThanOrEqual(0)
  }
})
