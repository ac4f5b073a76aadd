import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { AnchorStatus, MatchClock, MatchOdds, RoomStatus } from '#protocol/room/feed.ts'
import type { Position } from '#protocol/rules/match.ts'
import type { MarketKind, MatchFacts } from '#protocol/sports/market-keys.ts'

/** A team of a fixture. */
export interface Team {
  /** Stable key; the name may change. */
  readonly key: string
  readonly name: string
  /** Path of the crest. */
  readonly crest: string
  readonly ground: string
}

export interface Player {
  /** Shirt number; null in sports without numbers. */
  readonly number: number | null
  readonly name: string
  readonly position: Position
}

/** The players of a team for a match. */
export interface Squad {
  /** Outfield players per row from the back, such as 4-3-3; '' in sports without formations. */
  readonly formation: string
  /** Ordered from the back to the front, in a row from left to right. */
  readonly starters: readonly Player[]
  readonly substitutes: readonly Player[]
}

/** The anchor of a match. `key` stays the same when the anchor changes the name. */
export interface Anchor {
  readonly key: string
  readonly nick: string
  /** Path of the avatar. */
  readonly logo: string
}

/** The constant properties of a match and its room (S3.19). */
export interface Fixture {
  readonly eid: string
  readonly matchId: string
  /** Also the name of the video stream. */
  readonly anchorRoomId: string
  readonly chatRoomNo: string
  readonly kind: ContentKind
  /** Id of the match at its venue. */
  readonly eventId: string
  /** Name of the league, and its id, which stays when the name changes. */
  readonly league: string
  readonly leagueId: string
  readonly sport: string
  readonly sportId: string
  readonly home: Team
  readonly away: Team
  /** Name or channel code of the venue, such as YB (S3.37). */
  readonly venueName: string
  readonly weather: string
  readonly title: string
  readonly description: string
  readonly anchor: Anchor
  /** True if there is a second anchor in portrait mode. */
  readonly hasVerticalAnchor: boolean
}

/** A market with the prices of its supplier, by outcome, in thousandths. `line` as in {@link MarketKind}'s table. */
export interface SourceMarket {
  readonly kind: MarketKind
  readonly line: number
  readonly isSuspended: boolean
  readonly prices: Readonly<Record<string, number>>
}

/** The changing properties of a match. */
export interface MatchState extends Partial<Pick<MatchFacts, 'periods' | 'goals'>> {
  readonly clock: MatchClock
  readonly homeScore: number
  readonly guestScore: number
  readonly anchorStatus: AnchorStatus
  /** Null before the first quote, after the match, and for talk shows. */
  readonly odds: MatchOdds | null
  /** Markets of the supplier; their `winner` is equal to `odds`. Absent: the sportsbook computes them from `odds`. */
  readonly markets?: readonly SourceMarket[]
  /** Absent for a match that is played as planned. The table of matches has it, its room does not. */
  readonly broken?: 'abandoned' | 'postponed'
}

/** The part of a state that the room of its match has, without the odds. */
export function roomStatusOf({ homeScore, guestScore, clock, anchorStatus, periods, goals }: MatchState) {
  return { homeScore, guestScore, clock, anchorStatus, ...(periods && { periods }), ...(goals && { goals }) }
}

/** The state of a match as its room has it. */
export function stateOfRoom({
  odds,
  ...board
}: Omit<RoomStatus, 'viewers' | 'event' | 'odds'> & { readonly odds: MatchOdds | null }): MatchState {
  const { homeScore, guestScore, clock, anchorStatus, periods, goals } = board
  return { homeScore, guestScore, clock, anchorStatus, odds, ...(periods && { periods }), ...(goals && { goals }) }
}

/** A match as handlers read it. Times are epoch milliseconds. */
export interface Match {
  readonly fixture: Fixture
  readonly state: MatchState
  /** Past or future. */
  readonly kickOffAt: number
  /** Name of the round, such as 第 11 轮; '' if there is none. */
  readonly round: string
  /** True if a publisher sends the picture in place of the clip of the kind. */
  readonly hasPublisher?: boolean
  /** Path of the cover; '' for none. Without it, the cover is a frame of the clip of the kind. */
  readonly coverUrl?: string
}

/** An anchor or team that a member can follow. */
export interface Followable {
  readonly kind: FollowKind
  readonly key: string
  readonly name: string
  readonly logo: string
}
