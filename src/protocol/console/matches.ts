import * as z from 'zod/mini'
import { ContentKind } from '../endpoints/live.ts'
import { nothing, publicId, text } from '../endpoints/shapes.ts'
import { AnchorStatus, MatchClock, MatchPhase } from '../room/feed.ts'
import { consoleAction, itemVersion, reason } from './action.ts'
import { CORRECTED_MINUTES_MAX, CORRECTED_SCORE_MAX, MATCH_STAGES } from './constants.ts'

const score = z.int().check(z.nonnegative(), z.maximum(CORRECTED_SCORE_MAX))

const Board = z.object({ homeScore: z.int(), guestScore: z.int(), clock: MatchClock, anchorStatus: AnchorStatus })

/** Null parts come from the source. */
const Correction = z.object({
  score: z.nullable(z.object({ home: z.int(), guest: z.int() })),
  clock: z.nullable(MatchClock),
  anchorStatus: z.nullable(AnchorStatus),
  reason: text(100),
  operator: text(32),
  at: z.int(),
  version: itemVersion,
})
export type MatchCorrectionView = z.infer<typeof Correction>

const MatchRow = z.object({
  eid: publicId,
  kind: ContentKind,
  title: text(96),
  league: text(48),
  home: text(48),
  away: text(48),
  kickOffAt: z.int(),
  /** What viewers see. */
  board: Board,
  correction: z.nullable(Correction),
  /** Reasons for which changes of the feed are held back. */
  doubts: z.array(text(32)),
})
export type ConsoleMatch = z.infer<typeof MatchRow>

/** State of the feed. Times are epoch milliseconds. */
const FeedHealth = z.object({
  lastAttemptAt: z.nullable(z.int()),
  lastSuccessAt: z.nullable(z.int()),
  generatedAt: z.nullable(z.int()),
  failure: z.nullable(text(300)),
  problems: z.array(text(300)),
  isStale: z.boolean(),
})

/** A match as it was read; version 0 if it is not corrected. */
const subject = { eid: publicId, version: itemVersion }

/** Position in the list: stage, kick-off (epoch milliseconds) and id of a match, as they were read with its page. */
const matchPosition = z.string().check(z.regex(/^(?:live|before|ended)~\d{1,13}~[A-Za-z0-9-]{1,64}$/))

/** Matches, the state of their feed, and corrections of operators. */
export const matchActions = {
  /** By a part of the title, the league or a team. Running ones first, then coming ones, then past ones. */
  'match.list': consoleAction({
    access: ['operator', 'editor', 'moderator', 'auditor'],
    readOnly: true,
    request: z.strictObject({
      text: text(32),
      stage: z.optional(z.enum(MATCH_STAGES)),
      isCorrected: z.optional(z.boolean()),
      after: z.optional(matchPosition),
    }),
    data: z.object({ list: z.array(MatchRow), next: z.nullable(matchPosition) }),
  }),
  /** Null without a feed. */
  'match.feed': consoleAction({
    access: ['operator', 'editor', 'moderator', 'auditor'],
    readOnly: true,
    request: nothing,
    data: z.object({ feed: z.nullable(FeedHealth) }),
  }),
  /** Replaces values of the source until they are released. Parts that are null come from the source. */
  'match.correct': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({
      ...subject,
      score: z.nullable(z.strictObject({ home: score, guest: score })),
      /** `minutes` since the start of the phase. */
      clock: z.nullable(
        z.strictObject({
          phase: MatchPhase,
          minutes: z.int().check(z.nonnegative(), z.maximum(CORRECTED_MINUTES_MAX)),
        }),
      ),
      anchorStatus: z.nullable(AnchorStatus),
      reason,
    }),
    data: z.object({ correction: Correction }),
  }),
  /** The source decides again. */
  'match.release': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({ ...subject, reason }),
    data: nothing,
  }),
} as const
