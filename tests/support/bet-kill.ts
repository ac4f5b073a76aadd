import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { betReturn } from '#protocol/sports/bet-return.ts'
import type { Database } from '#server/database/database.ts'
import { betsById } from '#server/sports/bet-rows.ts'
import type { PlaceCommand } from '#server/sports/bets.ts'
import { isFinal } from '#server/sports/settlement.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { type BetKillPlan, type BetKillReport, FINAL, MANY, matchesOf, openBook } from './bet-kill-child.ts'
import { newKey, signInMemberWith } from './ledger-members.ts'
import { expectInvariants } from './ledger.ts'
import { killed, type KilledDatabase, withDatabase } from './kill-process.ts'

const MEMBERS = 8
const BALANCE = 10_000_000
/** Bets are decided and settled when this much time has passed. */
const LATER_MS = 86_400_000

/** Members with money at the sportsbook. */
export function seedBettors(place: KilledDatabase): Promise<string[]> {
  return withDatabase(place, async (store) => {
    const members: string[] = []
    for (let number = 0; number < MEMBERS; number += 1) {
      const memberId = await signInMemberWith(store, 0)
      await creditVenue(store, memberId, BALANCE)
      members.push(memberId)
    }
    return members
  })
}

const CHILD = 'bet-kill-child.ts'

/**
 * Kills a process that places, decides, cashes out, settles and corrects bets, and checks its database: every confirmed bet
 * is stored once, an unconfirmed one at most once. Repeats the unconfirmed calls. Returns the number of bets.
 */
export async function killBetting(place: KilledDatabase, members: readonly string[], run: number): Promise<number> {
  const kills = { confirmed: 40 + ((run * 37) % 80), settled: run % 7 }
  const count = (reports: readonly BetKillReport[], kind: BetKillReport['kind']) =>
    reports.filter((report) => report.kind === kind).length
  const plan: BetKillPlan = { place, members, run, mode: 'bet' }
  const reports = await killed<BetKillReport>(CHILD, plan, (known) => {
    return count(known, 'confirmed') >= kills.confirmed && count(known, 'settled') >= kills.settled
  })
  return withDatabase(place, async (store) => {
    expect(await reconcile(store.db)).toEqual([])
    await expectInvariants(store)
    const confirmed = new Map(
      reports
        .flatMap(({ kind, command, betId }) => (kind === 'confirmed' && command ? [[command, betId]] : []))
        .map(([command, betId]) => [(command as PlaceCommand).idempotencyKey, betId as string]),
    )
    const asked = reports.flatMap(({ kind, command }) => (kind === 'asked' && command ? [command] : []))
    const stored = await storedUnder(store, asked)
    for (const { idempotencyKey } of asked) {
      const ids = stored.get(idempotencyKey) ?? []
      expect(ids.length).toBeLessThanOrEqual(1)
      if (confirmed.has(idempotencyKey)) expect(ids).toEqual([confirmed.get(idempotencyKey)])
    }
    const { bets } = openBook(store, matchesOf(run), () => Date.now() + LATER_MS)
    for (const command of asked.filter(({ idempotencyKey }) => !confirmed.has(idempotencyKey))) {
      const [again, third] = [await bets.place(command), await bets.place(command)]
      const [id] = stored.get(command.idempotencyKey) ?? []
      if (id !== undefined) expect(again).toMatchObject({ ok: true, isReplay: true, data: { bet: { betId: id } } })
      expect(third).toMatchObject(again.ok ? { ok: true, data: { bet: { betId: again.data.bet.betId } } } : again)
    }
    return asked.length
  })
}

/** Bets of calls by their key. */
async function storedUnder(store: Database, asked: readonly PlaceCommand[]): Promise<Map<string, string[]>> {
  const keys = sql.param(asked.map(({ memberId, idempotencyKey }) => `${memberId}:${idempotencyKey}`))
  const { rows } = await store.db.execute<{ id: string; key: string }>(
    sql`select id::text, split_part(idem_key, ':', 2) as key from bet where idem_key = any(${keys}::text[])`,
  )
  const found = new Map<string, string[]>()
  for (const { id, key } of rows) found.set(key, [...(found.get(key) ?? []), id])
  return found
}

/** Ends the matches of all runs, settles twice, and checks that every bet is paid once by the rules. */
export function settleAll(place: KilledDatabase, members: readonly string[], runs: number): Promise<void> {
  return withDatabase(place, async (store) => {
    const ids = Array.from({ length: runs }, (_, run) => matchesOf(run)).flat()
    const { bets, settlement, end } = openBook(store, ids, () => Date.now() + LATER_MS)
    while ((await bets.decideDue()) !== null);
    for (const id of ids) end(id, FINAL)
    await settlement.settleChanged()
    await settlement.settleOpen()
    await settlement.collectOwed()
    settlement.begin()
    expect(await settlement.settleChanged()).toBe(0)
    await checkPaid(store, members)
  })
}

/** Each bet has returned what its legs say, by postings that add up to it, and the members have the rest. */
async function checkPaid(store: Database, members: readonly string[]): Promise<void> {
  expect(await reconcile(store.db)).toEqual([])
  await expectInvariants(store)
  const { rows } = await store.db.execute<{
    id: string
    moved: number
    count: number
    stakes: number
    opened: number
  }>(sql`
    select b.id::text, sum(p.change)::bigint as moved, count(*) filter (where p.kind = 'settlement')::integer as count,
      count(*) filter (where p.kind = 'stake')::integer as stakes,
      count(*) filter (where p.kind = 'correction' and p.state = 'accepted')::integer as opened
    from bet b join bet_posting p on p.bet_id = b.id group by b.id order by b.id`)
  const stored = await betsById(
    store.db,
    rows.map(({ id }) => id),
  )
  let net = 0
  for (const [index, bet] of stored.entries()) {
    const { moved = 0, count = 0, stakes = 0, opened = 0 } = rows[index] ?? {}
    expect([bet.id, bet.state === 'pending', bet.owed, stakes]).toEqual([bet.id, false, 0, 1])
    // A correction that opens a 串关 again is followed by another settlement.
    expect(count).toBeLessThanOrEqual(1 + opened)
    expect(moved).toBe(bet.returned - bet.stake)
    net += moved
    if (isFinal(bet.state)) continue
    const due = betReturn(bet.stake, bet.legs)
    expect([bet.id, bet.state, bet.returned]).toEqual([bet.id, due?.state, due?.returned])
  }
  const { rows: balances } = await store.db.execute<{ total: number }>(sql`select sum(balance)::bigint as total
    from account where kind = 'venue:YBTY' and owner_id = any(${sql.param([...members])}::text[])`)
  expect(balances[0]?.total).toBe(members.length * BALANCE + net)
}

/** Places bets on one match and kills the process that settles them after some of its batches; then settles the rest. */
export async function killSettlement(place: KilledDatabase, members: readonly string[], bets: number): Promise<void> {
  await withDatabase(place, async (store) => {
    const book = openBook(store, [MANY], Date.now)
    let left = bets
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        const placed = await book.bets.place({
          memberId: members[left % members.length] ?? '',
          currency: 'CNY',
          stake: 1_00,
          legs: [{ selection: `${MANY}.winner.0.${left % 2 === 0 ? 'home' : 'away'}`, price: 0 }],
          accept: 'any',
          idempotencyKey: newKey(),
        })
        if (!placed.ok) throw new Error(`${placed.code}`)
      }
    }
    await Promise.all(Array.from({ length: 64 }, worker))
  })
  const plan: BetKillPlan = { place, members, run: 0, mode: 'settle' }
  const reports = await killed<BetKillReport>(CHILD, plan, (known) => known.length >= 2)
  expect(reports.every(({ kind }) => kind === 'batch')).toBe(true)
  await withDatabase(place, async (store) => {
    expect(await reconcile(store.db)).toEqual([])
    const settled = async (): Promise<number> => {
      const { rows } = await store.db.execute<{ count: number }>(sql`select count(*)::integer as count
        from bet b join bet_leg l on l.bet_id = b.id where l.match_id = ${MANY} and b.settled_at is not null`)
      return rows[0]?.count ?? 0
    }
    const before = await settled()
    expect(before).toBeGreaterThanOrEqual(reports.reduce((sum, { count = 0 }) => sum + count, 0))
    expect(before).toBeLessThan(bets)
    const book = openBook(store, [MANY], Date.now)
    book.end(MANY, FINAL)
    expect(await book.settlement.settleChanged()).toBe(bets - before)
    expect(await settled()).toBe(bets)
    await checkPaid(store, members)
  })
}
