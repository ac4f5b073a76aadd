import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import type { Result } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import type { Database } from '#server/database/database.ts'
import { playedAgain, roundsById } from '#server/games/round-rows.ts'
import { memberKey } from '#server/wallet/ledger/postings.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { finishRound, REAL_GAMES } from './e-game-play.ts'
import { killed, type KilledDatabase, withDatabase } from './kill-process.ts'
import { signInMemberWith } from './ledger-members.ts'
import { expectInvariants } from './ledger.ts'
import { openGames, type RoundCall, type RoundKillPlan, type RoundKillReport } from './round-kill-child.ts'

const MEMBERS = 6
const BALANCE = 100_000_000
const VENUES = [E_GAMES_VENUE, TABLES_VENUE]

/** Members with money at the venues of e-games and tables. */
export function seedPlayers(place: KilledDatabase): Promise<string[]> {
  return withDatabase(place, async (store) => {
    const members: string[] = []
    for (let number = 0; number < MEMBERS; number += 1) {
      const memberId = await signInMemberWith(store, 0)
      for (const venue of VENUES) await creditVenue(store, memberId, BALANCE, { venue })
      members.push(memberId)
    }
    return members
  })
}

/**
 * Kills a process that plays rounds and bets at tables, and checks its database: every confirmed call is stored once, an
 * unconfirmed one at most once. Repeats the unconfirmed calls. Returns the number of calls.
 */
export async function killPlaying(plan: RoundKillPlan): Promise<number> {
  const kills = { confirmed: 60 + ((plan.run * 37) % 80), settled: plan.run % 4 }
  const reports = await killed<RoundKillReport>('round-kill-child.ts', plan, (known) => {
    const count = (kind: RoundKillReport['kind']) => known.filter((report) => report.kind === kind).length
    return count('confirmed') >= kills.confirmed && count('settled') >= kills.settled
  })
  const asked = reports.flatMap((report) => (report.kind === 'asked' ? [report] : []))
  const confirmed = new Map(reports.flatMap((report) => (report.kind === 'confirmed' ? [[report.key, report.id]] : [])))
  return withDatabase(plan.place, async (store) => {
    expect(await reconcile(store.db)).toEqual([])
    await expectInvariants(store)
    const stored = await storedUnder(store, asked)
    for (const { command } of asked) {
      const ids = stored.get(keyOf(command)) ?? []
      expect(ids.length).toBeLessThanOrEqual(1)
      const id = confirmed.get(command.idempotencyKey)
      if (id !== undefined) expect(ids).toEqual([id])
    }
    const games = openGames(store, () => plan.startedAt + (plan.run + 0.5) * DAY_MS)
    for (const call of asked.filter(({ command }) => !confirmed.has(command.idempotencyKey))) {
      const [again, third] = [await repeat(games, call), await repeat(games, call)]
      const [id] = stored.get(keyOf(call.command)) ?? []
      if (id !== undefined) expect(again).toMatchObject({ ok: true, isReplay: true, id })
      expect(third).toEqual(again.ok ? { ...again, isReplay: true } : again)
    }
    return asked.length
  })
}

const keyOf = ({ memberId, idempotencyKey }: RoundCall['command']): string => memberKey(memberId, idempotencyKey)

/** Rounds and bets of calls by their key. */
async function storedUnder(store: Database, asked: readonly RoundCall[]): Promise<Map<string, string[]>> {
  const keys = sql.param(asked.map(({ command }) => keyOf(command)))
  const { rows } = await store.db.execute<{ id: string; key: string }>(sql`
    select id::text, idem_key as key from game_round where idem_key = any(${keys}::text[])
    union all select round_id::text, idem_key from game_move where idem_key = any(${keys}::text[])
    union all select id::text, idem_key from table_bet where idem_key = any(${keys}::text[])`)
  const found = new Map<string, string[]>()
  for (const { id, key } of rows) found.set(key, [...(found.get(key) ?? []), id])
  return found
}

/** What a repeated call answers, without what changes between two calls. */
async function repeat({ rounds, bets }: ReturnType<typeof openGames>, one: RoundCall) {
  const answer = <Data>(result: Result<Data>, idOf: (data: Data) => string) =>
    result.ok
      ? { ok: true as const, isReplay: result.isReplay === true, id: idOf(result.data) }
      : { ok: false as const, code: result.code }
  if (one.call === 'bet') return answer(await bets.place(one.command), ({ betId }) => betId)
  const result = one.call === 'start' ? await rounds.start(one.command) : await rounds.move(one.command)
  return answer(result, ({ roundId }) => roundId)
}

/** Finishes all rounds, and checks that each is paid once by its rules and that the members have the rest. */
export function finishAll(place: KilledDatabase, members: readonly string[], at: number): Promise<void> {
  return withDatabase(place, async (store) => {
    let now = at
    const { rounds, dealers } = openGames(store, () => now)
    for (const memberId of members) {
      for (const game of REAL_GAMES) {
        const opened = await rounds.open(memberId, game.gameId)
        if (opened.ok && opened.data.round) await finishRound(rounds, memberId, opened.data.round, game)
      }
    }
    for (const dealer of dealers) {
      while (dealer.state?.phase !== 'result') {
        now += 500
        await dealer.tick()
      }
    }
    await checkPaid(store, members)
  })
}

async function checkPaid(store: Database, members: readonly string[]): Promise<void> {
  expect(await reconcile(store.db)).toEqual([])
  await expectInvariants(store)
  const { rows: postings } = await store.db.execute<{ id: string; stakes: number; payouts: number; moved: number }>(sql`
    select r.id::text, count(*) filter (where p.kind = 'stake')::integer as stakes,
      count(*) filter (where p.kind = 'payout')::integer as payouts, sum(p.change)::bigint as moved
    from game_round r join game_posting p on p.round_id = r.id group by r.id`)
  const all = await roundsById(
    store.db,
    postings.map(({ id }) => id),
  )
  const byId = new Map(all.map((round) => [round.id, round]))
  let net = 0
  for (const { id, stakes, payouts, moved } of postings) {
    const round = byId.get(id)
    if (!round) throw new Error(`no round ${id}`)
    const { staked, payout } = playedAgain(rulesOf(round.game), round)
    expect({ id, staked: round.staked, payout: round.payout }).toEqual({ id, staked, payout })
    expect([id, stakes, payouts]).toEqual([id, 1, payout === 0 ? 0 : 1])
    expect(moved).toBe((payout ?? Number.NaN) + round.poolPaid - staked)
    net += moved
  }
  const { rows: tables } = await store.db.execute<{ open: number; unpaid: number; net: number; bets: number }>(sql`
    select (select count(*) from table_round where state <> 'settled')::integer as open,
      count(*) filter (where returned is null)::integer as unpaid, count(*)::integer as bets,
      sum(returned - stake)::bigint as net from table_bet`)
  expect(tables[0]).toMatchObject({ open: 0, unpaid: 0 })
  expect(tables[0]?.bets).toBeGreaterThan(0)
  const { rows: balances } = await store.db.execute<{ kind: string; total: number }>(sql`
    select kind, sum(balance)::bigint as total from account
    where kind in ('venue:YBDZ', 'venue:YBZR') and owner_id = any(${sql.param([...members])}::text[])
    group by kind order by kind`)
  const credited = members.length * BALANCE
  expect(balances.map(({ total }) => total)).toEqual([credited + net, credited + (tables[0]?.net ?? Number.NaN)])
}
