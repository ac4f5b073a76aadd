import type { ContentKind } from '#protocol/endpoints/live.ts'
import { ANCHOR_STATUS, readAnchorStatus } from '#protocol/rules/anchor.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { isInPlay } from '#lib/match/match-clock.ts'

/**
 * S3.32, in the order of the tabs. Repeated here because the schemas of the protocol are not loaded on the main thread.
 */
export const LIVE_KINDS = ['football', 'basketball', 'esports', 'anchor'] as const satisfies readonly ContentKind[]

/** A match as the list shows it. */
export type MatchSummary = MatchView

/** `away`: in play, but the anchor is disconnected; `silent`: in play without an anchor. */
export type MatchStage = 'coming' | 'live' | 'away' | 'silent' | 'ended'

/** Stage of a match from its clock and the anchor's status (S4.1). */
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

/** Returns whether the kind has scores. Talk shows have none. */
export function hasScore(kind: ContentKind): boolean {
  return kind !== 'anchor'
}

export interface MatchGroups {
  /** In play, most watched first. */
  readonly inPlay: readonly MatchSummary[]
  /** Not started, next one first. */
  readonly coming: readonly MatchSummary[]
  /** Finished, latest first. */
  readonly ended: readonly MatchSummary[]
}

/** Groups matches into the three sections of the page. */
export function groupMatches(matches: readonly MatchSummary[]): MatchGroups {
  const by = (stage: (match: MatchSummary) => boolean) => matches.filter(stage)
  return {
    inPlay: by((match) => isInPlay(match.clock)).sort((one, other) => other.viewers - one.viewers),
    coming: by((match) => match.clock.phase === 'before').sort((one, other) => one.start_time - other.start_time),
    ended: by((match) => match.clock.phase === 'ended').sort((one, other) => other.start_time - one.start_time),
  }
}

/** The names by which a match is found: teams, league, title and anchors. */
export function searchedNames(match: MatchSummary): string[] {
  const { team1, team2, league, room_info: room, anchor, anchor_list: anchors } = match
  return [team1, team2, league, room.title, anchor.anchor_nick, ...anchors.map(({ anchor_nick }) => anchor_nick)]
}
