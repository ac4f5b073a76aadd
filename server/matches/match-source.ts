import type { Followable, Match } from './match.ts'
import type { MatchData } from './match-data.ts'
import type { Newsroom } from './newsroom.ts'

/** State of a real publisher: present, dropped, or null for none. */
export type PublisherState = 'live' | 'gone' | null

/**
 * A supplier of matches: fixtures, clock, score, events, odds and anchor state. The demo world is one implementation; feed
 * adapters are others. The source reports events to the room of a match as entries; {@link matches} returns the current
 * state, which {@link Matches} serves and stores.
 */
export interface MatchSource {
  /** Opens the rooms of the matches and keeps the matches up to date until {@link stop}. May follow {@link follow}. */
  start(): Promise<void>
  /** Reads the matches that another process keeps up to date, until {@link stop} or {@link start}. */
  follow(): Promise<void>
  stop(): void | Promise<void>
  /** The current matches in the order of the source. Objects may be replaced or updated between two calls. */
  matches(): readonly Match[]
  followables(): readonly Followable[]
  /** Sets the publisher of an anchor room; null returns to the schedule of the source (S4.1-S4.4). */
  setPublisher(anchorRoomId: string, state: PublisherState): Promise<void>
  readonly newsroom: Newsroom
  readonly matchData: MatchData
}

/** The publishers that another process takes. */
export interface ReportedPublishers {
  publisherOf(anchorRoomId: string): PublisherState | null
  onChange(listener: () => void): void
}
