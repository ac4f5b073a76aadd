import { and, desc, eq, sql } from 'drizzle-orm'
import { betReturn } from '#protocol/sports/bet-return.ts'
import { BET_STATES, type LegResult } from '#protocol/sports/bet-terms.ts'
import type { Bet } from '#protocol/sports/bets.ts'
import { BET_SPORTS, marketId, type MatchFacts } from '#protocol/sports/market-keys.ts'
import { decideLeg } from '#protocol/sports/settlement.ts'
import type { Database, Transaction } from '../database/database.ts'
import { marketDecision, sportResult } from '../database/schema/sports.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import type { Match } from '../matches/match.ts'
import { betsById, type StoredBet } from './bet-rows.ts'
import { type BetChange, type Bets, legKey } from './bets.ts'
import type { Book } from './book.ts'
import { factsOf } from './match-facts.ts'

/** Bets per transaction. */
const BATCH = 500
/** Reads of a bet that other changes outrun before its settlement fails. */
const MAX_READS = 5
/** Owed amounts that are collected in one round. */
const COLLECTED = 100

interface SettlementOptions {
  readonly database: Database
  readonly book: Book
  readonly bets: Bets
  readonly now: () => number
}

/** Result of a leg with the rule and the facts that the member sees; null results are open again. */
interface LegDecision {
  readonly result: LegResult | null
  readonly rule: string | null
  readonly facts: string
}

/**
 * Settles bets by the facts of their matches. A bet whose legs have other results than those of the facts is posted again
 * with the difference, so it does not matter how often, and after which interruption, a match is settled.
 */
export class Settlement {
  readonly #options: SettlementOptions
  /** Facts by which a match was settled last, as JSON. */
  readonly #settled = new Map<string, string>()

  constructor(options: SettlementOptions) {
    this.#options = options
  }

  /** Settles all matches again with the next call of {@link settleChanged}: another process may have settled some since. */
  begin(): void {
    this.#settled.clear()
  }

  /** Settles the matches whose facts have changed since the last call. Returns the number of changed bets. */
  async settleChanged(): Promise<number> {
    const { book } = this.#options
    let changed = 0
    for (const { matchId } of book.list()) {
      const match = book.sourceOf(matchId)
      const facts = match && matchFacts(match)
      if (!facts || facts.state === 'before') continue
      const text = JSON.stringify(facts)
      if (this.#settled.get(matchId) === text) continue
      // oxlint-disable-next-line no-await-in-loop -- one match after the other
      changed += await this.settle(matchId)
      this.#settled.set(matchId, text)
    }
    return changed
  }

  /** Settles all matches with undecided legs: bets that were accepted while their match was settled, or before a restart. */
  async settleOpen(): Promise<number> {
    const { rows } = await this.#options.database.db.execute<{ id: string }>(
      sql`select distinct match_id as id from bet_leg where result is null`,
    )
    let changed = 0
    // oxlint-disable-next-line no-await-in-loop -- one match after the other
    for (const { id } of rows) changed += await this.settle(id)
    return changed
  }

  /**
   * Settles the bets on a match by its current facts and the decisions of operators. Returns the number of changed bets.
   *
   * @throws if other changes of a bet come first each time
   */
  async settle(matchId: string): Promise<number> {
    const facts = await this.#factsOf(matchId)
    const decided = await this.#decisionsOf(matchId)
    const differing = await this.#differing(matchId, facts, decided)
    // Guesses are decided by the stored facts, also of a match without bets.
    if (facts && (differing.length > 0 || isFinalResult(facts))) await this.#store(matchId, facts)
    if (differing.length === 0) return 0
    let changed = 0
    for (let after = ''; ;) {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const ids = await this.#betsWith(matchId, differing, after)
      if (ids.length === 0) break
      after = ids.at(-1) ?? ''
      // oxlint-disable-next-line no-await-in-loop -- as above
      changed += await this.#changeAll(ids, (bet) => this.#change(bet, matchId, facts, decided))
    }
    return changed
  }

  /** Changes bets. A bet that has changed since it was read, such as by another match of a 串关, is read again. */
  async #changeAll(ids: readonly string[], changesOf: (bet: StoredBet) => BetChange[]): Promise<number> {
    let changed = 0
    let left = ids
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      const bets = await betsById(this.#options.database.db, left)
      // Pending bets are decided first; the next round settles them.
      const changes = bets.flatMap((bet) => (bet.state === 'pending' ? [] : changesOf(bet)))
      // oxlint-disable-next-line no-await-in-loop -- as above
      const done = new Set(await this.#options.bets.change(changes))
      changed += done.size
      left = changes.flatMap(({ bet }) => (done.has(bet) ? [] : [bet]))
      if (left.length === 0) return changed
    }
    throw new Error(`bets changed while they were settled: ${left.join(', ')}`)
  }

  /** Takes back what corrections could not, from members whose accounts have money again. */
  async collectOwed(): Promise<number> {
    const { database, bets, now } = this.#options
    const { rows } = await database.db.execute<{ id: string }>(sql`select b.id from bet b
      join account a on a.id = b.account_id where b.owed > 0 and a.balance > 0 order by b.id limit ${COLLECTED}`)
    const owing = await betsById(
      database.db,
      rows.map(({ id }) => id),
    )
    const changes = owing.map(({ id, version, state, returned, owed }): BetChange => {
      return { bet: id, version, tx: uuidV7(now()), kind: 'correction', state, due: returned - owed, legs: [] }
    })
    return (await bets.change(changes)).length
  }

  /** Facts that an operator has entered, or else those of the source, or else the last stored ones. */
  async #factsOf(matchId: string): Promise<MatchFacts | null> {
    const stored = await storedResult(this.#options.database.db, matchId)
    if (stored && stored.actor !== '') return stored.facts
    const match = this.#options.book.find(matchId) && this.#options.book.sourceOf(matchId)
    const current = match && matchFacts(match)
    return current && !(stored && knowsLess(current, stored.facts)) ? current : (stored?.facts ?? null)
  }

  async #decisionsOf(matchId: string): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.#options.database.db
      .select()
      .from(marketDecision)
      .where(eq(marketDecision.matchId, matchId))
    return new Map(rows.map(({ market, won }) => [market, won]))
  }

  /** Selections of bets whose stored result is not that of the facts. */
  async #differing(
    matchId: string,
    facts: MatchFacts | null,
    decided: ReadonlyMap<string, string | null>,
  ): Promise<{ readonly selection: string; readonly result: LegResult | null }[]> {
    const { rows } = await this.#options.database.db.execute<{ selection: string; result: LegResult | null }>(
      sql`select selection, result from bet_leg where match_id = ${matchId} group by selection, result`,
    )
    return rows.filter(({ selection, result }) => legDecision(selection, facts, decided).result !== result)
  }

  async #betsWith(
    matchId: string,
    differing: readonly { readonly selection: string; readonly result: LegResult | null }[],
    after: string,
  ): Promise<string[]> {
    const which = sql.join(
      differing.map(
        ({ selection, result }) => sql`(selection = ${selection} and result is not distinct from ${result})`,
      ),
      sql` or `,
    )
    const { rows } = await this.#options.database.db.execute<{ id: string }>(sql`select bet_id as id from bet_leg
      where match_id = ${matchId} and (${which}) ${after === '' ? sql`` : sql`and bet_id > ${after}::uuid`}
      order by bet_id limit ${BATCH}`)
    return rows.map(({ id }) => id)
  }

  #change(
    bet: StoredBet,
    matchId: string,
    facts: MatchFacts | null,
    decided: ReadonlyMap<string, string | null>,
  ): BetChange[] {
    const legs = bet.legs.map((leg) => {
      if (leg.matchId !== matchId) return { leg, decision: null, result: leg.result }
      const decision = legDecision(leg.selection, facts, decided)
      return { leg, decision, result: decision.result }
    })
    const decidedLegs = legs.flatMap(({ leg: { seq }, decision }) =>
      decision ? [{ seq, decides: true, ...decision }] : [],
    )
    if (legs.every(({ leg, result }) => leg.result === result)) return []
    const settled = isFinal(bet.state)
      ? { state: bet.state, returned: bet.returned - bet.owed }
      : returnOf(
          bet,
          legs.map(({ leg, result }) => ({ price: leg.price, result })),
        )
    const isChanged = settled.state !== bet.state || settled.returned !== bet.returned - bet.owed
    const kind = !isChanged ? null : bet.settledAt === null ? 'settlement' : 'correction'
    return [
      {
        bet: bet.id,
        version: bet.version,
        tx: uuidV7(this.#options.now()),
        kind,
        state: settled.state,
        due: settled.returned,
        ...(bet.rejection !== null && { rejection: bet.rejection }),
        legs: decidedLegs,
      },
    ]
  }

  /** Stores the facts that decide bets as the next version, unless they are the last ones. */
  async #store(matchId: string, facts: MatchFacts): Promise<void> {
    const { database, now } = this.#options
    const at = new Date(now()).toISOString()
    const text = JSON.stringify(facts)
    await database.db.execute(sql`
      insert into sport_result (match_id, version, facts, at)
      select ${matchId}, coalesce(max(version), 0) + 1, ${text}::jsonb, ${at} from sport_result where match_id = ${matchId}
      having not exists (
        select from sport_result last where last.match_id = ${matchId} and last.facts = ${text}::jsonb
          and last.version = (select max(version) from sport_result newest where newest.match_id = ${matchId})
      )
      on conflict do nothing`)
  }
}

/** True for facts that decide all markets, unless they are corrected. */
export function isFinalResult({ state }: Pick<MatchFacts, 'state'>): boolean {
  return state !== 'before' && state !== 'live'
}

/** True for facts that a source has lost since, such as the periods of a match that it knows by its result only. */
function knowsLess(current: MatchFacts, stored: MatchFacts): boolean {
  if (current.state === 'before') return true
  const total = ({ periods }: MatchFacts, side: 0 | 1): number => periods.reduce((sum, period) => sum + period[side], 0)
  const isSame =
    current.state === stored.state && total(current, 0) === total(stored, 0) && total(current, 1) === total(stored, 1)
  return isSame && (current.periods.length < stored.periods.length || current.goals.length < stored.goals.length)
}

/** States that no result changes. */
export function isFinal(state: Bet['state']): boolean {
  return ['rejected', 'cashed-out', 'cancelled'].includes(state) && BET_STATES.includes(state)
}

/** State and return of a bet by the results of its legs. A bet returns at most its stored maximum. */
function returnOf(
  { stake, maxReturn }: StoredBet,
  legs: Parameters<typeof betReturn>[1],
): { readonly state: Bet['state']; readonly returned: number } {
  const settled = betReturn(stake, legs)
  if (!settled) return { state: 'accepted', returned: 0 }
  return { state: settled.state, returned: Math.min(settled.returned, maxReturn) }
}

/** The decision of an operator, or that of the facts. */
function legDecision(
  selection: string,
  facts: MatchFacts | null,
  decided: ReadonlyMap<string, string | null>,
): LegDecision {
  const key = legKey(selection)
  const shown = facts ? factsText(facts) : ''
  const won = decided.get(marketId(key))
  if (won !== undefined) {
    return { result: won === null ? 'void' : won === key.outcome ? 'won' : 'lost', rule: 'operator', facts: shown }
  }
  const decision = facts && decideLeg(key, facts)
  return decision ? { ...decision, facts: shown } : { result: null, rule: null, facts: '' }
}

const FACTS_LENGTH = 64

/** Scores of the periods, such as `1:0 1:1`. */
function factsText({ periods }: MatchFacts): string {
  return periods
    .map(([home, away]) => `${home}:${away}`)
    .join(' ')
    .slice(0, FACTS_LENGTH)
}

/** The facts of a match; null for a show. */
export function matchFacts({ fixture, state }: Match): MatchFacts | null {
  const sport = BET_SPORTS.find((known) => known === fixture.kind)
  return sport ? factsOf(sport, state) : null
}

/** The last stored facts of a match. */
export async function storedResult(db: Pick<Transaction, 'select'>, matchId: string) {
  const [last] = await db
    .select()
    .from(sportResult)
    .where(eq(sportResult.matchId, matchId))
    .orderBy(desc(sportResult.version))
    .limit(1)
  return last ?? null
}

/** Condition of the decision of an operator about a market. */
export const decisionOf = (matchId: string, market: string) =>
  and(eq(marketDecision.matchId, matchId), eq(marketDecision.market, market))
