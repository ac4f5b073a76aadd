import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AnchorStatus, MatchEvent, MatchOdds, MatchPhase } from '#protocol/room/feed.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { instant } from './columns.ts'

/** A finished match of a room. */
export interface FinishedMatch {
  /** Epoch milliseconds. */
  readonly kickOffAt: number
  readonly homeScore: number
  readonly guestScore: number
}

/** Kick-off and results of a room (S1.24). */
export interface MatchRecord {
  /** Kick-off of the current match in epoch milliseconds; constant during the match. */
  readonly kickOffAt: number
  /** Newest last, bounded by the source; includes the current match after its end. */
  readonly finished: readonly FinishedMatch[]
}

export const league = pgTable('league', {
  name: text('name').primaryKey(),
  sport: text('sport').notNull(),
  id: text('id').notNull(),
  sportId: text('sport_id').notNull(),
})

export const team = pgTable('team', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  crest: text('crest').notNull(),
  ground: text('ground').notNull(),
})

export const anchor = pgTable('anchor', {
  key: text('key').primaryKey(),
  nick: text('nick').notNull(),
  logo: text('logo').notNull(),
})

/** Fixture and state of a match (S3.19). One row per eid; a new match of the same room overwrites it. */
export const match = pgTable('match', {
  eid: text('eid').primaryKey(),
  matchId: text('match_id').notNull().unique(),
  chatRoomNo: text('chat_room_no').notNull().unique(),
  /** Order of the source. */
  position: integer('position').notNull(),
  kind: text('kind').$type<ContentKind>().notNull(),
  league: text('league')
    .notNull()
    .references(() => league.name),
  homeTeam: text('home_team')
    .notNull()
    .references(() => team.key),
  awayTeam: text('away_team')
    .notNull()
    .references(() => team.key),
  anchor: text('anchor')
    .notNull()
    .references(() => anchor.key),
  venueName: text('venue_name').notNull(),
  eventId: text('event_id').notNull(),
  weather: text('weather').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  round: text('round').notNull(),
  kickOffAt: instant('kick_off_at').notNull(),
  phase: text('phase').$type<MatchPhase>().notNull(),
  phaseStartedAt: instant('phase_started_at').notNull(),
  homeScore: integer('home_score').notNull(),
  guestScore: integer('guest_score').notNull(),
  /** Null for a match that is played as planned. */
  broken: text('broken').$type<'abandoned' | 'postponed'>(),
})

/** Events of the current match of an eid, in order. */
export const matchEvent = pgTable(
  'match_event',
  {
    eid: text('eid')
      .notNull()
      .references(() => match.eid),
    position: integer('position').notNull(),
    event: jsonb('event').$type<MatchEvent>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eid, table.position] })],
)

/** The video stream of a match and the state of its anchor (S4.1-S4.4). */
export const streamSource = pgTable('stream_source', {
  anchorRoomId: text('anchor_room_id').primaryKey(),
  eid: text('eid')
    .notNull()
    .unique()
    .references(() => match.eid),
  anchorStatus: integer('anchor_status').$type<AnchorStatus>().notNull(),
  hasVerticalAnchor: boolean('has_vertical_anchor').notNull(),
})

/** Current odds of a match, in thousandths as on the wire. */
export const odds = pgTable('odds', {
  eid: text('eid')
    .primaryKey()
    .references(() => match.eid),
  quote: jsonb('quote').$type<MatchOdds>().notNull(),
})

/** Kick-off and latest results of the matches of an eid (S1.24). */
export const matchRecord = pgTable('match_record', {
  eid: text('eid').primaryKey(),
  record: jsonb('record').$type<MatchRecord>().notNull(),
})

/** Values of an operator that replace those of the source of a match until they are released. */
export const matchCorrection = pgTable('match_correction', {
  eid: text('eid').primaryKey(),
  chatRoomNo: text('chat_room_no').notNull(),
  /** Null leaves the score to the source; set together with `guestScore`. */
  homeScore: integer('home_score'),
  guestScore: integer('guest_score'),
  /** Null leaves the clock to the source; set together with `phaseStartedAt`. */
  phase: text('phase').$type<MatchPhase>(),
  phaseStartedAt: instant('phase_started_at'),
  /** On0 to On3; null leaves it to the source. */
  anchorStatus: integer('anchor_status').$type<AnchorStatus>(),
  reason: text('reason').notNull(),
  /** Name of the operator. */
  operator: text('operator').notNull(),
  at: instant('at').notNull(),
  version: integer('version').notNull(),
})
