import type { ContentKind } from '#protocol/endpoints/live.ts'
import { ANCHOR_STATUS, readAnchorStatus } from '#protocol/rules/anchor.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { isInPlay } from '#lib/match-clock.ts'

/** S3.32, in the order of the tabs. The schemas of the protocol stay off the main thread, so the words stand here. */
export const LIVE_KINDS = ['football', 'basketball', 'esports', 'anchor'] as const satisfies readonly ContentKind[]

/** What the list shows of a match. */
export type MatchSummary = MatchView

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

/** What a match is searched by: teams, league, title and anchors. */
export function searchedNames(match: MatchSummary): string[] {
  const { team1, team2, league, room_info: room, anchor, anchor_list: anchors } = match
  return [team1, team2, league, room.title, anchor.anchor_nick, ...anchors.map(({ anchor_nick }) => anchor_nick)]
}
