import type { AnchorMatch, ContentKind } from '#protocol/endpoints/live.ts'
import { ANCHOR_STATUS, readAnchorStatus } from '#protocol/rules/anchor-status.ts'
import { isInPlay } from '#lib/match-clock.ts'

/** S3.32, in the order of the tabs. The schemas of the protocol stay off the main thread, so the words stand here. */
export const LIVE_KINDS = ['football', 'basketball', 'esports', 'anchor'] as const satisfies readonly ContentKind[]

/** What the list shows of a match. */
export type MatchSummary = AnchorMatch

/** `away`: on, but the anchor has dropped out for a moment; `silent`: on without an anchor. */
export type MatchStage = 'coming' | 'live' | 'away' | 'silent' | 'ended'

/** Where a match stands: its clock decides, the anchor's status refines (S4.1). */
export function stageOf(match: Pick<MatchSummary, 'clock' | 'anchor_status'>): MatchStage {
  if (match.clock.phase === 'ended') return 'ended'
  if (match.clock.phase === 'before') return 'coming'
  switch (readAnchorStatus(match.anchor_status)) {
    case ANCHOR_STATUS.On1:
      return 'live'
    case ANCHOR_STATUS.On2:
      return 'away'
    default:
      return 'silent'
  }
}

/** The one kind of sport whose talk has no score. */
export function hasScore(kind: ContentKind): boolean {
  return kind !== 'anchor'
}

export interface MatchGroups {
  /** Being played, most watched first. */
  readonly inPlay: readonly MatchSummary[]
  /** Not begun, next one first. */
  readonly coming: readonly MatchSummary[]
  /** Over, last one first. */
  readonly ended: readonly MatchSummary[]
}

/** Sorts matches into the three sections of the page. */
export function groupMatches(matches: readonly MatchSummary[]): MatchGroups {
  const by = (stage: (match: MatchSummary) => boolean) => matches.filter(stage)
  return {
    inPlay: by((match) => isInPlay(match.clock)).sort((one, other) => other.viewers - one.viewers),
    coming: by((match) => match.clock.phase === 'before').sort((one, other) => one.start_time - other.start_time),
    ended: by((match) => match.clock.phase === 'ended').sort((one, other) => other.start_time - one.start_time),
  }
}

/** Whether a match answers a search: team, league, anchor or title contains every word, in any case of letters. */
export function matchesQuery(match: MatchSummary, query: string): boolean {
  const names = [match.team1, match.team2, match.league, match.room_info.title, match.anchor.anchor_nick]
  const text = [...names, ...match.anchor_list.map((anchor) => anchor.anchor_nick)].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
