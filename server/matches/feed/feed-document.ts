import * as z from 'zod'
import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { AnchorStatus, MatchEvent, MatchPhase } from '#protocol/room/feed.ts'
import { MARKET_OUTCOMES, type MarketKind, MAX_PRICE, MIN_PRICE, outcomesOf } from '#protocol/sports/market-keys.ts'
import { isOffered } from '#protocol/sports/settlement.ts'

/** Values of `format` in a document. Format 2 adds markets, periods, goals and broken matches to format 1. */
const FEED_FORMATS = ['grandstand-matches/1', 'grandstand-matches/2'] as const
/** Matches in one document. */
const MAX_MATCHES = 2_000
const MAX_SCORE = 999
const MAX_MARKETS = 200
const MAX_PERIODS = 16
const MAX_GOALS = 64
/** Problems of a document that are reported; the rest is counted. */
const MAX_PROBLEMS = 50

/** One line without control characters. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'contains control characters')
const name = (max: number) => line(max).regex(/\S/, 'is empty')
const id = z.string().regex(/^[a-z0-9-]{1,48}$/, 'expects 1 to 48 characters of a-z, 0-9 and -')
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const score = z.int().min(0).max(MAX_SCORE)
const price = z.int().min(1_001).max(1_000_000)

const FeedEvent = z.strictObject({
  id: line(64).regex(/\S/),
  type: z.enum(['goal', 'yellow-card', 'red-card', 'substitution', 'corner', 'whistle']),
  side: z.enum(['home', 'away', 'none']),
  minute: z.int().min(0).max(300),
  added: z.int().min(0).max(60).optional(),
  text: line(80),
  homeScore: score,
  awayScore: score,
  players: z.array(name(32)).max(2).optional(),
}) satisfies z.ZodType<MatchEvent>

const PHASES = ['before', 'first-half', 'half-time', 'second-half', 'ended'] as const satisfies MatchPhase[]

/** A market of format 2. */
const FeedMarket = z.strictObject({
  kind: z.enum(Object.keys(MARKET_OUTCOMES) as [MarketKind, ...MarketKind[]]),
  line: z.int().min(-1_000).max(2_000).default(0),
  suspended: z.boolean().default(false),
  prices: z.record(z.string(), z.int().min(MIN_PRICE).max(MAX_PRICE)),
})
type FeedMarket = z.output<typeof FeedMarket>

/** What format 2 adds to a match. */
const ADDED = {
  markets: z.array(FeedMarket).max(MAX_MARKETS).optional(),
  periods: z
    .array(z.strictObject({ home: score, away: score }))
    .max(MAX_PERIODS)
    .optional(),
  goals: z
    .array(z.enum(['home', 'away']))
    .max(MAX_GOALS)
    .optional(),
  broken: z.enum(['abandoned', 'postponed']).optional(),
}

const MATCH = {
  id,
  kind: z.enum(['football', 'basketball', 'esports']),
  league: z.strictObject({ id, name: name(48) }),
  home: z.strictObject({ id, name: name(48), ground: line(48).default('') }),
  away: z.strictObject({ id, name: name(48), ground: line(48).default('') }),
  kickOffAt: time,
  phase: z.enum(PHASES),
  /** Start of the phase; needed unless the phase is `before`. */
  phaseStartedAt: time.optional(),
  score: z.strictObject({ home: score, away: score }),
  round: line(32).default(''),
  venue: name(32).default('YB'),
  weather: line(32).default(''),
  title: name(80).optional(),
  description: line(200).default(''),
  anchor: z.strictObject({ id, name: name(32) }).optional(),
  anchorStatus: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).optional() satisfies z.ZodType<
    AnchorStatus | undefined
  >,
  events: z.array(FeedEvent).max(MATCH_EVENTS_MAX).default([]),
  odds: z
    .strictObject({
      home: price,
      draw: price.nullable(),
      away: price,
      suspended: z.boolean().default(false),
      delaySeconds: z.int().min(0).max(600).default(0),
    })
    .nullable()
    .default(null),
}

const Format1 = z.strictObject(MATCH)
const Format2 = z.strictObject({ ...MATCH, ...ADDED })
/** One match of a document. docs/match-feed.md describes each field. */
export type FeedMatch = z.output<typeof Format2>

type Problem = readonly [path: readonly (string | number)[], error: string]
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** What is wrong with a match whose fields are valid by themselves. */
function problemsOf(match: FeedMatch): Problem[] {
  const { phase, phaseStartedAt, home, away, events, kind, goals, periods, score: points } = match
  const problems: (Problem | false | undefined)[] = [
    phase !== 'before' && phaseStartedAt === undefined && [['phaseStartedAt'], 'is needed in this phase'],
    home.id === away.id && [['away', 'id'], 'is the id of the home team too'],
    new Set(events.map((event) => event.id)).size < events.length && [['events'], 'has an id twice'],
    goals && kind !== 'football' && [['goals'], 'is for football only'],
  ]
  for (const side of ['home', 'away'] as const) {
    const inPeriods = periods && sum(periods.map((period) => period[side]))
    if (inPeriods !== undefined && inPeriods !== points[side]) {
      problems.push([['periods'], `sum up to another score of the ${side} team`])
    }
    if (goals && goals.filter((each) => each === side).length !== points[side]) {
      problems.push([['goals'], `are not the score of the ${side} team`])
    }
  }
  return [...problems.filter((problem) => typeof problem === 'object'), ...marketProblems(match)]
}

function marketProblems({ kind: sport, markets = [], odds }: FeedMatch): Problem[] {
  const seen = new Set<string>()
  return markets.flatMap((market, index): Problem[] => {
    const path = (...names: string[]) => ['markets', index, ...names]
    const key = `${market.kind} ${market.line}`
    if (seen.has(key)) return [[path(), 'is the market of an earlier one']]
    seen.add(key)
    const outcomes = outcomesOf(sport, market.kind)
    if (outcomes.length === 0) return [[path('kind'), `is no market of ${sport}`]]
    if (!isOffered(sport, { ...market, outcome: outcomes[0] ?? '' })) return [[path('line'), 'is no line of this kind']]
    const unknown = Object.keys(market.prices).find((outcome) => !outcomes.includes(outcome))
    if (unknown !== undefined) return [[path('prices'), `has an outcome that ${market.kind} of ${sport} does not have`]]
    return priceProblems(market, outcomes, odds).map(([names, error]) => [path(...names), error])
  })
}

function priceProblems(
  { kind, prices }: FeedMarket,
  outcomes: readonly string[],
  odds: FeedMatch['odds'],
): (readonly [names: readonly string[], error: string])[] {
  // Scores that cannot be reached any more may be left out.
  const missing = kind === 'correct-score' ? undefined : outcomes.find((outcome) => prices[outcome] === undefined)
  if (missing !== undefined) return [[['prices', missing], 'is missing']]
  const isWhole = Object.keys(prices).length === outcomes.length
  if (isWhole && sum(Object.values(prices).map((price) => 1_000 / price)) <= 1) {
    return [[['prices'], 'leave no margin: stakes on all outcomes would win']]
  }
  if (kind !== 'winner' || !odds) return []
  const differs = outcomes.find((outcome) => odds[outcome as 'home' | 'draw' | 'away'] !== prices[outcome])
  return differs === undefined ? [] : [[['prices', differs], 'differs from odds']]
}

const FeedHead = z.strictObject({
  format: z.enum(FEED_FORMATS),
  generatedAt: time,
  matches: z.array(z.unknown()).max(MAX_MATCHES),
})

/** A document as it was read. Invalid matches are left out and described in `problems`. */
export interface FeedDocument {
  /** Epoch milliseconds. */
  readonly generatedAt: number
  readonly matches: readonly FeedMatch[]
  readonly problems: readonly string[]
}

/** A document that cannot be used at all. The message says why. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}

/**
 * Reads a document. A match that is invalid does not affect the others.
 *
 * @throws FeedError if the text is no document
 */
export function parseFeed(text: string): FeedDocument {
  if (/^\s*</.test(text)) throw new FeedError('the feed is HTML or XML, not JSON')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new FeedError('the feed is not JSON')
  }
  const head = FeedHead.safeParse(json)
  if (!head.success) throw new FeedError(`the feed has another format: ${problemText(head.error)}`)
  const matches = new Map<string, FeedMatch>()
  const problems: string[] = []
  for (const [index, given] of head.data.matches.entries()) {
    const parsed = (head.data.format === 'grandstand-matches/1' ? Format1 : Format2).safeParse(given)
    const [problem] = parsed.success ? problemsOf(parsed.data) : []
    if (!parsed.success) problems.push(`matches[${index}] ${problemText(parsed.error)}`)
    else if (problem) problems.push(`matches[${index}] ${problem[0].join('.')}: ${problem[1]}`)
    else if (matches.has(parsed.data.id)) problems.push(`matches[${index}] has the id of an earlier match`)
    else matches.set(parsed.data.id, parsed.data)
  }
  return { generatedAt: head.data.generatedAt, matches: [...matches.values()], problems: shortened(problems) }
}

function shortened(problems: readonly string[]): string[] {
  if (problems.length <= MAX_PROBLEMS) return [...problems]
  return [...problems.slice(0, MAX_PROBLEMS), `and ${problems.length - MAX_PROBLEMS} more`]
}

/** The first problem with its path. Values of the feed are not repeated. */
function problemText({ issues: [issue] }: z.ZodError): string {
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : 'is invalid'
}
