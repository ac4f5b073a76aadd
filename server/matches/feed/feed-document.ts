import * as z from 'zod'
import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { AnchorStatus, MatchEvent, MatchPhase } from '#protocol/room/feed.ts'

/** Value of `format` in a document. A change that breaks readers raises the number. */
const FEED_FORMAT = 'grandstand-matches/1'
/** Matches in one document. */
const MAX_MATCHES = 2_000
const MAX_SCORE = 999
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

/** One match of a document. docs/match-feed.md describes each field. */
const FeedMatch = z
  .strictObject({
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
  })
  .refine(({ phase, phaseStartedAt }) => phase === 'before' || phaseStartedAt !== undefined, {
    path: ['phaseStartedAt'],
    error: 'is needed in this phase',
  })
  .refine(({ home, away }) => home.id !== away.id, { path: ['away', 'id'], error: 'is the id of the home team too' })
  .refine(({ events }) => new Set(events.map((event) => event.id)).size === events.length, {
    path: ['events'],
    error: 'has an id twice',
  })
export type FeedMatch = z.output<typeof FeedMatch>

const FeedHead = z.strictObject({
  format: z.literal(FEED_FORMAT),
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
    const parsed = FeedMatch.safeParse(given)
    if (!parsed.success) problems.push(`matches[${index}] ${problemText(parsed.error)}`)
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
