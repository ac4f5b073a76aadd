import { and, asc, count, eq, sql } from 'drizzle-orm'
import { GUESS, GUESS_REVIEW_MS, guessPrize, type GuessRule, GUESSES } from '#protocol/activities/guess.ts'
import { CODES } from '#protocol/codes.ts'
import type { BetMatch } from '#protocol/endpoints/sports.ts'
import { marketId, type MatchFacts } from '#protocol/sports/market-keys.ts'
import { decideLeg } from '#protocol/sports/settlement.ts'
import { startOfSiteDay } from '#protocol/time.ts'
import { activityState } from '../../database/schema/activities.ts'
import { marketDecision, sportResult } from '../../database/schema/sports.ts'
import { isFinalResult } from '../../sports/settlement.ts'
import type { ActivityKind, KindContext, Reader } from '../kind.ts'

/** Matches that are offered at a time: the next ones. */
const OFFERED = 12

type Context = KindContext<GuessRule>
/** What decides a guess; `void` for a match without a result. */
type Outcome = (typeof GUESSES)[number] | 'void'

/** S7.101: one part per match, until its kick-off. */
export const guessKind: ActivityKind<GuessRule> = {
  definition: GUESS,
  isAutomatic: false,

  eligible(context) {
    const left = leftToday(context)
    return Promise.resolve(
      openMatches(context).map(({ matchId, startAt }) => ({
        cycle: matchId,
        isEligible: left > 0,
        amount: context.activity.rule.amount,
        until: Math.min(context.activity.endAt, startAt),
      })),
    )
  },

  progress: (context) => Promise.resolve({ left: leftToday(context), matches: openMatches(context).map(shownMatch) }),

  async apply(context, { cycle, amount }, input) {
    const match = openMatches(context).find(({ matchId }) => matchId === cycle)
    const guess = guessOf(input)
    if (!match || guess === null) return CODES.PARAM_ERROR
    return { status: 'applied', amount, data: { ...shownMatch(match), guess } }
  },

  async receive({ db, activity, now }, { cycle, data }) {
    const outcome = await outcomeOf(db, cycle, now)
    if (outcome === null) return null
    if (outcome !== data['guess']) return { status: 'rejected', amount: 0, data: { outcome } }
    const right = activity.rule.prize === 'pool' ? await guessesOf(db, activity.id, cycle, outcome) : 1
    return { status: 'claimable', amount: guessPrize(activity.rule, right), data: { outcome, right } }
  },
}

/** Football matches that have not kicked off and will while the activity runs, the next first. */
function openMatches({ matches, activity, now }: Context): BetMatch[] {
  return matches()
    .filter(
      ({ sport, clock, startAt }) =>
        sport === 'football' && clock.phase === 'before' && startAt > now && startAt < activity.endAt,
    )
    .toSorted((one, other) => one.startAt - other.startAt)
    .slice(0, OFFERED)
}

function leftToday({ activity, parts, now }: Context): number {
  const today = parts.filter(({ appliedAt }) => appliedAt >= startOfSiteDay(now)).length
  return Math.max(0, activity.rule.guessesPerDay - today)
}

function shownMatch({ matchId, eid, league, home, away, startAt }: BetMatch) {
  const team = ({ name, logo }: BetMatch['home']) => ({ name, logo })
  return { matchId, eid, league, home: team(home), away: team(away), startAt }
}

function guessOf(input: unknown) {
  const { guess } = (input ?? {}) as { readonly guess?: unknown }
  return GUESSES.find((one) => one === guess) ?? null
}

/** Right guesses of a match. Nobody guesses any more when it is decided. */
async function guessesOf(db: Reader, activityId: string, matchId: string, guess: Outcome): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(activityState)
    .where(
      and(
        eq(activityState.activityId, activityId),
        eq(activityState.cycle, matchId),
        sql`${activityState.data}->>'guess' = ${guess}`,
      ),
    )
  return row?.total ?? 0
}

/**
 * The outcome of a match by the facts of the sportsbook, or by the decision of an operator about its winner. Null until the
 * first of them has stood for the time of review; later corrections change nothing.
 */
async function outcomeOf(db: Reader, matchId: string, now: number): Promise<Outcome | null> {
  const versions = await db
    .select({ facts: sportResult.facts, at: sportResult.at })
    .from(sportResult)
    .where(eq(sportResult.matchId, matchId))
    .orderBy(asc(sportResult.version))
  const market = marketId({ matchId, kind: 'winner', line: 0 })
  const decisions = await db.select().from(marketDecision).where(eq(marketDecision.market, market))
  const final = versions.filter(({ facts }) => isFinalResult(facts))
  const closesAt = Math.min(...[...final, ...decisions].map(({ at }) => at)) + GUESS_REVIEW_MS
  if (now < closesAt) return null
  const decision = decisions.find(({ at }) => at < closesAt)
  if (decision) return GUESSES.find((one) => one === decision.won) ?? 'void'
  const last = final.findLast(({ at }) => at < closesAt)
  return last ? winnerOf(last.facts) : null
}

function winnerOf(facts: MatchFacts): Outcome {
  const isRight = (outcome: string) => decideLeg({ kind: 'winner', line: 0, outcome }, facts)?.result === 'won'
  return GUESSES.find(isRight) ?? 'void'
}
