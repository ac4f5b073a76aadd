import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import type { Database } from '#server/database/database.ts'
import type { MoveCommand, Rounds, StartCommand } from '#server/games/rounds.ts'
import { venueRecords, venueTotals } from '#server/venues/records.ts'
import { siteDayOf } from '#protocol/time.ts'
import { rgPlay } from '#server/database/schema/limits.ts'
import { eraseMember } from '#server/operation/personal-data/erase-member.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { testPasswords } from '../../support/passwords.ts'
import { testRounds, testRulesOf } from '../../support/rounds.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'
import { creditVenue } from '../sports/sports-world.ts'

const BALANCE = 1_000_00

describe.each(STORE_KINDS)('S1.9 rounds of e-games on %s', (kind) => {
  let store: Database
  let rounds: Rounds
  let clock: ReturnType<typeof testClock>
  let isOpen = true
  let memberId: string

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    clock = testClock()
    isOpen = true
    rounds = testRounds(store, clock.now, { isOpen: () => isOpen })
    memberId = await playerWith(BALANCE)
  })
  afterEach(async () => {
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  async function playerWith(amount: number): Promise<string> {
    const id = await signInMemberWith(store, 0, clock.now)
    await creditVenue(store, id, amount, { now: clock.now(), venue: 'YBDZ' })
    return id
  }

  async function opened(gameId: StartCommand['gameId'], id = memberId) {
    const result = await rounds.open(id, gameId)
    if (!result.ok) throw new Error(result.message)
    return result.data
  }

  /** Starts with the published commitment. */
  async function start(gameId: 'slot' | 'mines', more: Partial<StartCommand> = {}) {
    const { commitment } = await opened(gameId, more.memberId)
    return rounds.start({
      memberId,
      gameId,
      currency: 'CNY',
      stake: 10_00,
      options: gameId === 'slot' ? {} : { level: 1 },
      memberSeed: '看台 7',
      commitment,
      idempotencyKey: newKey(),
      ...more,
    })
  }
  async function started(gameId: 'slot' | 'mines', more: Partial<StartCommand> = {}): Promise<RoundData> {
    const result = await start(gameId, more)
    if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
    clock.move(2_500)
    return ENDPOINTS['gameRound.start'].data.parse(result.data)
  }
  const move = (round: RoundData, step: number, wanted: unknown, more: Partial<MoveCommand> = {}) =>
    rounds.move({ memberId, roundId: round.roundId, step, move: wanted, idempotencyKey: newKey(), ...more })
  const proof = (roundId: string) => rounds.proof(roundId, () => Promise.resolve('林小雨'))
  const filter = () => ({ memberId, currency: 'CNY' as const, start: 0, end: clock.now() + 1 })
  const balance = async (id = memberId) => {
    const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
      where owner_id = ${id} and kind = 'venue:YBDZ' and currency = 'CNY'`)
    return rows[0]?.balance ?? 0
  }

  it('publishes a commitment before the bet, and the seed after the round', async () => {
    const before = await opened('slot')
    expect(await opened('slot')).toEqual(before)
    const round = await started('slot')
    expect(round).toMatchObject({ commitment: before.commitment, nonce: 0, next: { nonce: 1 } })
    expect(commitmentOf(round.serverSeed ?? '')).toBe(before.commitment)
    expect(round.next?.commitment).toBe((await opened('slot')).commitment)
    const draw = seededDraw({ server: round.serverSeed ?? '', member: '看台 7', nonce: 0 })
    expect(round.payout).toBe(draw.below(2) === 1 ? 20_00 : 0)
    expect(round.balance).toBe(BALANCE - 10_00 + (round.payout ?? 0))
    expect(await balance()).toBe(round.balance)
  })

  it('keeps the seed of an open round secret, and proves it to everybody after its end', async () => {
    const round = await started('mines')
    expect(round).toMatchObject({ payout: null, serverSeed: null, next: null, steps: 0 })
    expect(await proof(round.roundId)).toMatchObject({ code: CODES.ROUND_OPEN })
    expect(await proof(crypto.randomUUID())).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await move(round, 0, 'go')).toMatchObject({ ok: true, data: { steps: 1, serverSeed: null } })
    expect(await move(round, 1, 'take')).toMatchObject({ ok: true, data: { payout: 15_00, balance: BALANCE + 5_00 } })
    const proven = await proof(round.roundId)
    if (!proven.ok) throw new Error('no proof')
    const { serverSeed, commitment, memberSeed, nonce, stake, options, moves, payout } = ENDPOINTS[
      'gameRound.proof'
    ].data.parse(proven.data)
    expect(proven.data).toMatchObject({ memberName: '林***', venueEnName: 'YBDZ', staked: 10_00 })
    expect(commitmentOf(serverSeed)).toBe(commitment)
    const rules = testRulesOf('mines')!
    const draw = seededDraw({ server: serverSeed, member: memberSeed, nonce })
    const end = moves.reduce<ReturnType<typeof rules.start>>(
      (step, one) => rules.move(step, one),
      rules.start(stake, options, draw),
    )
    expect(end.payout).toBe(payout)
  })

  it('proves a round after the erasure of its member', async () => {
    const round = await started('slot')
    const before = await proof(round.roundId)
    const options = { passwords: testPasswords(), now: clock.now(), operator: null, running: null }
    expect(await eraseMember(store, memberId, options)).toBe(true)
    expect(before.ok).toBe(true)
    expect(await proof(round.roundId)).toEqual(before)
    expect(await rounds.detail(memberId, round.roundId)).toMatchObject({ ok: true, data: { round: { next: null } } })
  })

  it('starts once per key, also with two copies at the same time', async () => {
    const { commitment } = await opened('slot')
    const command = { commitment, idempotencyKey: newKey() }
    const [one, other] = await Promise.all([start('slot', command), start('slot', command)])
    const again = await start('slot', command)
    expect([one, other].filter((result) => result.ok && result.isReplay !== true)).toHaveLength(1)
    expect(again).toMatchObject({ ok: true, isReplay: true })
    for (const result of [one, other]) expect(result.ok && result.data).toEqual(again.ok && again.data)
    expect(await start('slot', { ...command, stake: 11_00 })).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    expect(await venueTotals(store, null, filter())).toMatchObject({ count: 1, staked: 10_00 })
  })

  it('a bet from two tabs with one commitment is one round', async () => {
    const { commitment } = await opened('slot')
    const both = await Promise.all([start('slot', { commitment }), start('slot', { commitment })])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: CODES.ROUND_SEED })
    const { commitment: next } = await opened('mines')
    clock.move(2_500)
    const tabs = await Promise.all([start('mines', { commitment: next }), start('mines', { commitment: next })])
    const first = tabs.find(({ ok }) => ok)
    expect(tabs.find(({ ok }) => !ok)).toMatchObject({
      code: CODES.ROUND_OPEN,
      details: { roundId: first?.ok === true ? first.data.roundId : '' },
    })
  })

  it('refuses a used, a foreign and an unknown commitment', async () => {
    const { commitment } = await started('slot')
    expect(await start('slot', { commitment })).toMatchObject({ code: CODES.ROUND_SEED })
    const other = await playerWith(BALANCE)
    expect(await start('slot', { commitment: (await opened('slot', other)).commitment })).toMatchObject({
      code: CODES.ROUND_SEED,
    })
    expect(await start('slot', { commitment: 'f'.repeat(64) })).toMatchObject({ code: CODES.ROUND_SEED })
    expect(await venueTotals(store, null, filter())).toMatchObject({ count: 1 })
  })

  it('refuses stakes outside of the limits, wrong options and money that is not there', async () => {
    const bounds = { minStake: 1_00, maxStake: 200_00 }
    expect(await start('slot', { stake: 99 })).toMatchObject({ code: CODES.BET_LIMIT, details: bounds })
    expect(await start('slot', { stake: 200_01 })).toMatchObject({ code: CODES.BET_LIMIT, details: bounds })
    expect(await start('slot', { options: { lines: 9 } })).toMatchObject({ code: CODES.PARAM_ERROR })
    expect(await start('mines', { options: null })).toMatchObject({ code: CODES.PARAM_ERROR })
    const poor = await playerWith(5_00)
    expect(await start('slot', { memberId: poor })).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    expect(await balance(poor)).toBe(5_00)
  })

  it('Annex I starts no round of any game within 2.5 s', async () => {
    const first = await start('slot')
    if (!first.ok) throw new Error(first.message)
    expect(first.data.notBefore).toBe(clock.now() + 2_500)
    clock.move(2_499)
    expect(await start('mines')).toMatchObject({
      code: CODES.ROUND_TOO_SOON,
      details: { notBefore: first.data.notBefore },
    })
    clock.move(1)
    expect((await start('mines')).ok).toBe(true)
  })

  it('moves once per key and step; a repeated or skipped step names the current one', async () => {
    const round = await started('mines')
    const idempotencyKey = newKey()
    const first = await move(round, 0, 'go', { idempotencyKey })
    expect(await move(round, 0, 'go', { idempotencyKey })).toMatchObject({ ok: true, isReplay: true })
    expect(await move(round, 0, 'take', { idempotencyKey })).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    for (const step of [0, 2]) {
      expect(await move(round, step, 'go')).toMatchObject({ code: CODES.ROUND_STEP, details: { steps: 1 } })
    }
    const both = await Promise.all([move(round, 1, 'double'), move(round, 1, 'double')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: CODES.ROUND_STEP, details: { steps: 2 } })
    expect(first.ok && first.data.staked).toBe(10_00)
    expect(await balance()).toBe(BALANCE - 20_00)
    expect((await opened('mines')).round).toMatchObject({ steps: 2, staked: 20_00, payout: null })
    expect(await move(round, 2, 'take')).toMatchObject({ ok: true, data: { payout: 30_00 } })
    expect(await move(round, 3, 'go')).toMatchObject({ code: CODES.ROUND_STEP, details: { steps: 3 } })
  })

  it('refuses moves that the rules do not know or allow, and rounds of others', async () => {
    const round = await started('mines')
    for (const wrong of ['fly', { go: 1 }, null, 'take', 'x'.repeat(500)]) {
      expect(await move(round, 0, wrong)).toMatchObject({ code: CODES.PARAM_ERROR })
    }
    const other = await playerWith(BALANCE)
    expect(await move(round, 0, 'go', { memberId: other })).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await move({ ...round, roundId: crypto.randomUUID() }, 0, 'go')).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await rounds.detail(other, round.roundId)).toMatchObject({ code: CODES.NOT_FOUND })
    expect((await opened('mines')).round?.steps).toBe(0)
  })

  it('goes on with a round that another process has moved, and starts with its seed', async () => {
    const other = testRounds(store, clock.now)
    const round = await started('mines')
    const wanted = { memberId, roundId: round.roundId }
    expect(await move(round, 0, 'go')).toMatchObject({ ok: true, data: { steps: 1 } })
    expect(await other.move({ ...wanted, step: 1, move: 'double', idempotencyKey: newKey() })).toMatchObject({
      ok: true,
    })
    expect(await move(round, 1, 'go')).toMatchObject({ code: CODES.ROUND_STEP, details: { steps: 2 } })
    const ended = await move(round, 2, 'take')
    expect(ended).toMatchObject({ ok: true, data: { staked: 20_00, payout: 30_00, steps: 3 } })
    expect(await other.move({ ...wanted, step: 2, move: 'take', idempotencyKey: newKey() })).toMatchObject({
      code: CODES.ROUND_STEP,
    })
    const command = { memberId, gameId: 'mines', currency: 'CNY', stake: 10_00, options: { level: 1 } } as const
    const commitment = (ended.ok && ended.data.next?.commitment) || ''
    const next = await other.start({ ...command, memberSeed: 'x', commitment, idempotencyKey: newKey() })
    expect(next).toMatchObject({ ok: true, data: { nonce: 1, commitment } })
    expect(await start('mines', { commitment })).toMatchObject({ code: CODES.ROUND_OPEN })
  })

  it('Annex I names the earliest next start also if the member began another game during the round', async () => {
    const round = await started('mines')
    const spin = await started('slot')
    expect(await move(round, 0, 'go')).toMatchObject({ ok: true, data: { notBefore: spin.notBefore } })
  })

  it('posts rounds of many members at the same time, and refuses those that fail alone', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => playerWith(BALANCE)))
    const poor = await playerWith(5_00)
    const limits = new Limits(store, { now: clock.now, rates: null })
    await limits.setLimit(members[7] ?? '', { kind: 'stake', period: 'day', amount: 1_00 })
    const all = [...members, poor, memberId]
    await Promise.all(all.map((id) => opened('mines', id)))
    const results = await Promise.all(
      all.flatMap((id, index) => [
        start('mines', { memberId: id, ...(id === memberId && { commitment: 'f'.repeat(64) }) }),
        ...(index === 3 ? [start('slot', { memberId: id })] : []),
      ]),
    )
    const codes = results.flatMap((result) => (result.ok ? [] : [result.code]))
    const refusals = [CODES.BALANCE_NOT_ENOUGH, CODES.ROUND_SEED, CODES.ROUND_TOO_SOON, CODES.RG_LOSS_LIMIT]
    expect(codes).toHaveLength(refusals.length)
    expect(new Set(codes)).toEqual(new Set(refusals))
    const begun = results.flatMap((result) => (result.ok && result.data.gameId === 'mines' ? [result.data] : []))
    const owners = await Promise.all(
      begun.map(async ({ roundId }) => {
        const { rows } = await store.db.execute<{ id: string }>(
          sql`select member_id as id from game_round where id = ${roundId}`,
        )
        return rows[0]?.id ?? ''
      }),
    )
    await Promise.all(begun.map((round, index) => move(round, 0, 'double', { memberId: owners[index] ?? '' })))
    const moved = await Promise.all(
      begun.map((round, index) => move(round, 1, 'go', { memberId: owners[index] ?? '' })),
    )
    expect(moved.filter(({ ok }) => !ok)).toEqual([])
    // The account of the member with a round of each game decides which of the two was too soon.
    const balances = await Promise.all(owners.filter((id) => id !== members[3]).map((id) => balance(id)))
    expect(new Set(balances)).toEqual(new Set([BALANCE - 20_00]))
  })

  it('S7.65 a venue that closes in mid-round starts no round and lets open ones finish', async () => {
    const round = await started('mines')
    isOpen = false
    expect(await start('slot')).toMatchObject({ code: CODES.VENUE_MAINTAIN })
    expect(await move(round, 0, 'go')).toMatchObject({ ok: true })
    expect(await move(round, 1, 'take')).toMatchObject({ ok: true, data: { payout: 15_00 } })
  })

  it('Annex H I9 Annex H I10 limits and exclusions bind in the posting; open rounds can be finished', async () => {
    const limits = new Limits(store, { now: clock.now, rates: null })
    await limits.setLimit(memberId, { kind: 'stake', period: 'day', amount: 25_00 })
    const round = await started('mines')
    expect(await move(round, 0, 'double')).toMatchObject({ ok: true })
    expect(await move(round, 1, 'double')).toMatchObject({ code: CODES.RG_LOSS_LIMIT })
    expect(await start('slot', { stake: 6_00 })).toMatchObject({ code: CODES.RG_LOSS_LIMIT })
    await limits.timeOut(memberId, 24)
    expect(await start('slot', { stake: 1_00 })).toMatchObject({ code: CODES.RG_TIME_OUT })
    expect(await start('slot', { commitment: 'f'.repeat(64) })).toMatchObject({ code: CODES.RG_TIME_OUT })
    expect(await move(round, 1, 'double')).toMatchObject({ code: CODES.RG_TIME_OUT })
    expect(await move(round, 1, 'go')).toMatchObject({ ok: true })
    expect(await move(round, 2, 'take')).toMatchObject({ ok: true, data: { payout: 30_00 } })
    const { rows } = await store.db.execute(sql`select staked, won from rg_play where member_id = ${memberId}`)
    expect(rows).toEqual([{ staked: 20_00, won: 30_00 }])
  })

  it('Annex I a reality check that is due and a used-up session limit refuse stakes; open rounds can be finished', async () => {
    const round = await started('mines')
    const played = { memberId, day: siteDayOf(clock.now()), lastAt: clock.now() }
    const target = [rgPlay.memberId, rgPlay.day]
    const use = (set: Partial<typeof rgPlay.$inferInsert>) =>
      store.db
        .insert(rgPlay)
        .values({ ...played, ...set })
        .onConflictDoUpdate({ target, set })
    await use({ seconds: 900, isCheckDue: true })
    expect(await start('slot')).toMatchObject({ code: CODES.RG_CHECK_DUE })
    expect(await move(round, 0, 'double')).toMatchObject({ code: CODES.RG_CHECK_DUE })
    await use({ isCheckDue: false, answeredSeconds: 900 })
    await new Limits(store, { now: clock.now, rates: null }).setLimit(memberId, {
      kind: 'session',
      period: 'day',
      amount: 15,
    })
    expect(await start('slot')).toMatchObject({ code: CODES.RG_SESSION_LIMIT })
    expect(await move(round, 0, 'go')).toMatchObject({ ok: true })
    expect(await move(round, 1, 'take')).toMatchObject({ ok: true, data: { payout: 15_00 } })
  })

  it('S7.64 records and totals of rounds are equal to the ledger', async () => {
    const spins = [await started('slot'), await started('slot')]
    const open = await started('mines')
    await move(open, 0, 'double')
    const { list, total } = await venueRecords(store, null, { ...filter(), status: 'all', pageNum: 1 })
    expect(total).toBe(3)
    expect(list.map(({ id }) => id)).toEqual([open, ...spins.toReversed()].map(({ roundId }) => roundId))
    expect(list[0]).toMatchObject({ kind: 'round', venueEnName: 'YBDZ', stake: 20_00, returned: 0, state: 'open' })
    const totals = await venueTotals(store, 'YBDZ', filter())
    expect(totals).toMatchObject({ count: 3, staked: 40_00, open: 1 })
    expect(BALANCE - totals.staked + totals.returned).toBe(await balance())
    expect(await venueTotals(store, 'YBTY', filter())).toMatchObject({ count: 0 })
    const detail = await rounds.detail(memberId, open.roundId)
    expect(detail).toMatchObject({
      ok: true,
      data: {
        stake: 10_00,
        postings: [
          { kind: 'stake', change: -10_00 },
          { kind: 'raise', change: -10_00 },
        ],
      },
    })
  })

  it('S7.63 a pool fills by its share of each stake and pays all it has', async () => {
    const amount = async () => {
      const { rows } = await store.db.execute<{ amount: number }>(sql`select coalesce(sum(balance), 0)::bigint as amount
        from account where owner_type = 'bonus' and currency = 'CNY'`)
      return rows[0]?.amount ?? 0
    }
    const before = await amount()
    await started('slot', { stake: 200_00 })
    await started('slot', { stake: 200_00 })
    expect(await amount()).toBe(before + 2_00)
  })

  it('USDT has its own limits, balance and pool', async () => {
    await creditVenue(store, memberId, 50_000_000, { currency: 'USDT', now: clock.now(), venue: 'YBDZ' })
    const wanted = { currency: 'USDT', stake: 5_000_000 } as const
    expect(await start('slot', { ...wanted, stake: 139_999 })).toMatchObject({ code: CODES.BET_LIMIT })
    const round = await started('slot', wanted)
    expect(round).toMatchObject({ currency: 'USDT', balance: 45_000_000 + (round.payout ?? 0) })
    expect(await balance()).toBe(BALANCE)
  })
})

describe('S1.9 parameters of rounds', () => {
  const { request } = ENDPOINTS['gameRound.start']
  const valid = {
    gameId: 'slot',
    currency: 'CNY',
    stake: 1_00,
    options: {},
    memberSeed: '看台 7',
    commitment: 'a'.repeat(64),
  }

  it.each([
    ['of 1 MB', 'x'.repeat(1_000_000)],
    ['of 65 characters', 'x'.repeat(65)],
    ['that are empty', ''],
    ['with a control character', 'a\u0000b'],
    ['with a line break', 'a\nb'],
    ['with an invisible character', 'a\u202eb'],
    ['with half of a character', 'a\ud83d'],
  ])('seeds %s are refused', (_name, memberSeed) => {
    expect(request.safeParse({ ...valid, memberSeed }).success).toBe(false)
  })

  it('accepts seeds of 1 to 64 printable characters', () => {
    for (const memberSeed of ['x', '🎲'.repeat(64), ' ~', '看台']) {
      expect(request.safeParse({ ...valid, memberSeed }).success).toBe(true)
    }
  })

  it('refuses large options and moves', () => {
    expect(request.safeParse({ ...valid, options: { a: 'x'.repeat(600) } }).success).toBe(false)
    const move = ENDPOINTS['gameRound.move'].request
    expect(move.safeParse({ roundId: crypto.randomUUID(), step: 0, move: 'x'.repeat(600) }).success).toBe(false)
    expect(move.safeParse({ roundId: crypto.randomUUID(), step: 0 }).success).toBe(false)
  })
})
