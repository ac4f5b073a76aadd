import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { BetConsoleRow, BetMatchRow, betActions } from '#protocol/console/bets.ts'
import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { success } from '#protocol/result.ts'
import { BET_SPORTS, type MatchFacts, parseSelectionId, type Score } from '#protocol/sports/market-keys.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { member } from '../../../database/schema/member.ts'
import { bet, betLeg, marketDecision, sportResult } from '../../../database/schema/sports.ts'
import { betsById } from '../../../sports/bet-rows.ts'
import { goalsWith } from '../../../sports/match-facts.ts'
import { decisionOf, storedResult } from '../../../sports/settlement.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import type { Sportsbook } from '../../../sports/sportsbook.ts'
import { consoleFailure, type ConsoleHandlers, type OperatorCall, refusable, refuse } from '../console-call.ts'

interface BetServices {
  readonly database: Database
  readonly sportsbook: Pick<Sportsbook, 'bets' | 'settlement'>
  readonly rooms: Pick<RoomHub, 'writer'>
}

type BetHandlers = Pick<ConsoleHandlers, keyof typeof betActions>

/** Matches with bets that the list shows. */
const MATCHES = 100

/** Bets of members by match, and their settlement by hand. Each action is an audit line. */
export function betHandlers(services: BetServices): BetHandlers {
  const { database, sportsbook } = services
  const { bets } = sportsbook
  return {
    'bet.matches': async () => success({ list: await matchesWithBets(database) }),

    'bet.list': async ({ matchId, after }) => success(await betsOf(database, matchId, after ?? null)),

    'bet.void': ({ betId, reason }, call) =>
      refusable(database, async (tx) => {
        const [before] = await betsById(tx, [betId])
        if (!before || before.isCrowd) return refuse(consoleFailure(CODES.NOT_FOUND))
        const voided = await bets.cancel(betId, call.session.operator.name, tx)
        if (!voided) return refuse(consoleFailure(CODES.ORDER_STATE_CHANGED))
        const values = ({ state, returned }: typeof voided) => ({ state, returned })
        await call.audit(tx, { target: `bet ${betId}`, before: values(before), after: { ...values(voided), reason } })
        return success({})
      }),

    ...decisionHandlers(services),
  }
}

/** What decides matches and markets by hand. Each change settles the match. */
function decisionHandlers({ database, sportsbook, rooms }: BetServices) {
  // The process that writes the rooms has the newest facts.
  const settle = rooms.writer.define(
    'console.settle',
    ({ matchId }: { readonly matchId: string }) => sportsbook.settlement.settle(matchId),
    { again: (command) => command },
  )
  /** Changes what decides a match, and settles it. */
  const decide = async (
    call: OperatorCall,
    matchId: string,
    after: unknown,
    work: (tx: Transaction) => Promise<void>,
  ) => {
    const done = await refusable(database, async (tx) => {
      await work(tx)
      await call.audit(tx, { target: `match ${matchId}`, after })
      return success(null)
    })
    return done.ok ? success({ changed: await settle({ matchId }) }) : done
  }
  return {
    'bet.settleMarket': ({ matchId, market, won, reason }, call) =>
      decide(call, matchId, { market, won, reason }, async (tx) => {
        // A market of another match, or an outcome that it does not have.
        const isValid =
          market.startsWith(`${matchId}.`) && (won === null || parseSelectionId(`${market}.${won}`) !== null)
        if (!isValid) refuse(consoleFailure(CODES.PARAM_ERROR))
        const row = { matchId, market, won, operator: call.session.operator.name, at: call.now }
        await tx
          .insert(marketDecision)
          .values(row)
          .onConflictDoUpdate({ target: [marketDecision.matchId, marketDecision.market], set: row })
      }),

    'bet.releaseMarket': ({ matchId, market, reason }, call) =>
      decide(call, matchId, { market, reason }, async (tx) => {
        const removed = await tx
          .delete(marketDecision)
          .where(decisionOf(matchId, market))
          .returning({ market: marketDecision.market })
        if (removed.length === 0) refuse(consoleFailure(CODES.NOT_FOUND))
      }),

    'bet.resettle': ({ matchId, facts, reason }, call) =>
      decide(call, matchId, { facts, reason }, async (tx) => {
        const last = await storedResult(tx, matchId)
        const sport = last?.facts.sport ?? (await sportOf(tx, matchId))
        if (!sport || (facts === null && !last)) return refuse(consoleFailure(CODES.NOT_FOUND))
        const next: MatchFacts = facts
          ? { ...facts, sport, goals: sport === 'football' ? goalsOf(facts, last?.facts ?? null) : [] }
          : (last?.facts ?? refuse(consoleFailure(CODES.NOT_FOUND)))
        await tx.insert(sportResult).values({
          matchId,
          version: (last?.version ?? 0) + 1,
          facts: next,
          actor: facts ? call.session.operator.name : '',
          at: call.now,
        })
      }),
  } satisfies Partial<BetHandlers>
}

/** The goals that an operator has entered, or else those that were known, as far as the scores allow them. */
function goalsOf({ periods, goals }: Pick<MatchFacts, 'periods' | 'goals'>, known: MatchFacts | null) {
  const score = periods.reduce<Score>(([home, away], each) => [home + each[0], away + each[1]], [0, 0])
  return goalsWith(score, goals.length > 0 ? goals : (known?.goals ?? []))
}

async function matchesWithBets({ db }: Database): Promise<BetMatchRow[]> {
  const { rows } = await db.execute<BetMatchRow>(sql`
    select l.match_id as "matchId", min(l.match->>'sport') as sport, min(l.match->>'home') as home, min(l.match->>'away') as away,
      min((l.match->>'startAt')::bigint) as "startAt", count(distinct b.id)::integer as bets,
      (count(distinct b.id) filter (where b.state in ('pending', 'accepted')))::integer as open
    from bet_leg l join bet b on b.id = l.bet_id where not b.is_crowd
    group by l.match_id order by 5 desc limit ${MATCHES}`)
  return rows
}

async function betsOf({ db }: Database, matchId: string, after: string | null) {
  const rows = await db
    .select({ id: bet.id, nickname: member.nickname, userId: member.publicId })
    .from(bet)
    .innerJoin(betLeg, and(eq(betLeg.betId, bet.id), eq(betLeg.matchId, matchId)))
    .innerJoin(member, eq(member.id, bet.memberId))
    .where(and(eq(bet.isCrowd, false), after === null ? undefined : lt(bet.id, after)))
    .orderBy(desc(bet.id))
    .limit(PAGE_ROWS + 1)
  const shown = rows.slice(0, PAGE_ROWS)
  const stored = await betsById(
    db,
    shown.map(({ id }) => id),
  )
  const list = stored.map((row, index): BetConsoleRow => {
    const { nickname = '', userId = '' } = shown[index] ?? {}
    const legs = row.legs.map(({ selection, price, result, match: { sport, home, away } }) => {
      return { selection, price, result, sport, home, away }
    })
    const { id: betId, currency, stake, returned, state, placedAt } = row
    return { betId, userId, nickname, currency, stake, returned, state, legs, placedAt }
  })
  const decided = await db
    .select()
    .from(marketDecision)
    .where(eq(marketDecision.matchId, matchId))
    .orderBy(asc(marketDecision.market))
  const last = await storedResult(db, matchId)
  const facts = last && {
    state: last.facts.state === 'before' ? ('live' as const) : last.facts.state,
    periods: last.facts.periods.map(([home, away]): [number, number] => [home, away]),
    goals: [...last.facts.goals],
    operator: last.actor,
  }
  return {
    list,
    next: rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null,
    decided: decided.map(({ market, won, operator, at }) => ({ market, won, operator, at })),
    facts,
  }
}

/** The sport of a match with bets. */
async function sportOf(db: Pick<Transaction, 'select'>, matchId: string) {
  const [leg] = await db.select({ match: betLeg.match }).from(betLeg).where(eq(betLeg.matchId, matchId)).limit(1)
  return BET_SPORTS.find((sport) => sport === leg?.match.sport) ?? null
}
