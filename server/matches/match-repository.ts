import { asc, eq, notInArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MatchEvent } from '#protocol/room/feed.ts'
import type { Database, Transaction } from '../database/database.ts'
import { anchor, league, match, matchEvent, matchRecord, odds, streamSource, team } from '../database/schema/match.ts'
import type { Fixture, Match } from './match.ts'
import type { MatchRecord } from '../database/schema/match.ts'

const home = alias(team, 'home')
const away = alias(team, 'away')

/** Leagues, teams, anchors, matches, events, stream sources and odds in the database. */
export class MatchRepository {
  readonly #database: Pick<Database, 'db' | 'transaction'>

  constructor(database: Pick<Database, 'db' | 'transaction'>) {
    this.#database = database
  }

  /** All matches in the order of their source. */
  async list(): Promise<Match[]> {
    const rows = await this.#database.db
      .select()
      .from(match)
      .innerJoin(league, eq(league.name, match.league))
      .innerJoin(home, eq(home.key, match.homeTeam))
      .innerJoin(away, eq(away.key, match.awayTeam))
      .innerJoin(anchor, eq(anchor.key, match.anchor))
      .innerJoin(streamSource, eq(streamSource.eid, match.eid))
      .leftJoin(odds, eq(odds.eid, match.eid))
      .orderBy(asc(match.position))
    return rows.map((row) => ({
      fixture: {
        eid: row.match.eid,
        matchId: row.match.matchId,
        anchorRoomId: row.stream_source.anchorRoomId,
        chatRoomNo: row.match.chatRoomNo,
        kind: row.match.kind,
        eventId: row.match.eventId,
        league: row.league.name,
        leagueId: row.league.id,
        sport: row.league.sport,
        sportId: row.league.sportId,
        home: row.home,
        away: row.away,
        venueName: row.match.venueName,
        weather: row.match.weather,
        title: row.match.title,
        description: row.match.description,
        anchor: row.anchor,
        hasVerticalAnchor: row.stream_source.hasVerticalAnchor,
      },
      state: {
        clock: { phase: row.match.phase, phaseStartedAt: row.match.phaseStartedAt },
        homeScore: row.match.homeScore,
        guestScore: row.match.guestScore,
        anchorStatus: row.stream_source.anchorStatus,
        odds: row.odds?.quote ?? null,
        ...(row.match.broken && { broken: row.match.broken }),
      },
      kickOffAt: row.match.kickOffAt,
      round: row.match.round,
    }))
  }

  /** Events of the current match of an eid, in order. */
  async events(eid: string): Promise<MatchEvent[]> {
    const rows = await this.#database.db
      .select({ event: matchEvent.event })
      .from(matchEvent)
      .where(eq(matchEvent.eid, eid))
      .orderBy(asc(matchEvent.position))
    return rows.map(({ event }) => event)
  }

  /** Inserts or overwrites a match with all it refers to, in one transaction. `position` is its place in the list. */
  async saveMatch(saved: Match, position: number): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await saveReferences(tx, saved.fixture)
      const row = { ...fixtureRow(saved.fixture), ...stateRow(saved), position }
      await tx
        .insert(match)
        .values({ eid: saved.fixture.eid, ...row })
        .onConflictDoUpdate({ target: match.eid, set: row })
      await saveStream(tx, saved)
      await saveOdds(tx, saved)
    })
  }

  /** Overwrites clock, score, broken state, anchor status and odds of a stored match, in one transaction. */
  async saveState(saved: Match): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await tx.update(match).set(stateRow(saved)).where(eq(match.eid, saved.fixture.eid))
      await saveStream(tx, saved)
      await saveOdds(tx, saved)
    })
  }

  /** Removes all matches but these, with their events, stream sources and odds. Leagues, teams and anchors remain. */
  async removeOthers(eids: readonly string[]): Promise<void> {
    await this.#database.transaction(async (tx) => {
      for (const table of [matchEvent, streamSource, odds, match]) {
        await tx.delete(table).where(notInArray(table.eid, [...eids]))
      }
    })
  }

  /** Stored records by eid. */
  async records(): Promise<ReadonlyMap<string, MatchRecord>> {
    const rows = await this.#database.db.select().from(matchRecord)
    return new Map(rows.map(({ eid, record }) => [eid, record]))
  }

  async saveRecord(eid: string, record: MatchRecord): Promise<void> {
    await this.#database.db
      .insert(matchRecord)
      .values({ eid, record })
      .onConflictDoUpdate({ target: matchRecord.eid, set: { record } })
  }

  async removeRecord(eid: string): Promise<void> {
    await this.#database.db.delete(matchRecord).where(eq(matchRecord.eid, eid))
  }

  /** Replaces the events of a stored match. */
  async saveEvents(eid: string, events: readonly MatchEvent[]): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await tx.delete(matchEvent).where(eq(matchEvent.eid, eid))
      if (events.length === 0) return
      await tx.insert(matchEvent).values(events.map((event, position) => ({ eid, position, event })))
    })
  }
}

async function saveReferences(tx: Transaction, fixture: Fixture): Promise<void> {
  const leagueRow = {
    name: fixture.league,
    id: fixture.leagueId,
    sport: fixture.sport,
    sportId: fixture.sportId,
  }
  await tx.insert(league).values(leagueRow).onConflictDoUpdate({ target: league.name, set: leagueRow })
  for (const { key, name, crest, ground } of [fixture.home, fixture.away]) {
    const row = { key, name, crest, ground }
    await tx.insert(team).values(row).onConflictDoUpdate({ target: team.key, set: row })
  }
  const { key, nick, logo } = fixture.anchor
  await tx.insert(anchor).values({ key, nick, logo }).onConflictDoUpdate({ target: anchor.key, set: { nick, logo } })
}

function fixtureRow(fixture: Fixture) {
  return {
    matchId: fixture.matchId,
    eventId: fixture.eventId,
    chatRoomNo: fixture.chatRoomNo,
    kind: fixture.kind,
    league: fixture.league,
    homeTeam: fixture.home.key,
    awayTeam: fixture.away.key,
    anchor: fixture.anchor.key,
    venueName: fixture.venueName,
    weather: fixture.weather,
    title: fixture.title,
    description: fixture.description,
  }
}

function stateRow({ state, kickOffAt, round }: Match) {
  return {
    round,
    kickOffAt,
    phase: state.clock.phase,
    phaseStartedAt: state.clock.phaseStartedAt,
    homeScore: state.homeScore,
    guestScore: state.guestScore,
    broken: state.broken ?? null,
  }
}

async function saveStream(tx: Transaction, { fixture, state }: Match): Promise<void> {
  const row = {
    anchorRoomId: fixture.anchorRoomId,
    anchorStatus: state.anchorStatus,
    hasVerticalAnchor: fixture.hasVerticalAnchor,
  }
  await tx
    .insert(streamSource)
    .values({ eid: fixture.eid, ...row })
    .onConflictDoUpdate({ target: streamSource.eid, set: row })
}

async function saveOdds(tx: Transaction, { fixture: { eid }, state }: Match): Promise<void> {
  if (state.odds === null) await tx.delete(odds).where(eq(odds.eid, eid))
  else {
    const row = { quote: state.odds }
    await tx
      .insert(odds)
      .values({ eid, ...row })
      .onConflictDoUpdate({ target: odds.eid, set: row })
  }
}
