import { hashText } from '#protocol/random.ts'
import type { Show } from '#protocol/endpoints/match.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { siteDayOf } from '#protocol/time.ts'
import type { Match } from '../../matches/match.ts'
import {
  type AnchorDetail,
  groupFixtures,
  type LeagueDetail,
  ListedMatchData,
  type MatchPreview,
  type MatchStatistics,
  scheduledMatch,
  type TeamDetail,
} from '../../matches/match-data.ts'
import type { ScheduledMatch, Tips } from '../../matches/newsroom.ts'
import { fixtureOf } from '../news/fixtures.ts'
import { isLeagueId, LEAGUE_IDS, type LeagueId, matchesOfDay, pastMatches, type PastMatch } from '../news/season.ts'
import { squadOf } from '../world/squads.ts'
import { ANCHORS, LEAGUES, TEAMS } from '../world/teams.ts'
import { statisticsOf } from './statistics.ts'

/** Matches shown in a list. */
const FORM_MATCHES = 5
const MEETINGS = 5
const PAST_SHOWN = 5
const COMING_SHOWN = 6
const LEAGUE_COMING_SHOWN = 10
/** Rounds that are searched for past matches, and days for coming ones. */
const ROUNDS_BACK = 40
const DAYS_AHEAD = 14
const PAST_SHOWS = 6
const FOLLOWERS = { from: 6_000, spread: 52_000 }

interface DemoMatchDataOptions {
  readonly seed: number
  /** Matches and talk shows with a room. */
  readonly matches: () => readonly Match[]
  readonly eventsOf: (chatRoomNo: string) => readonly MatchEvent[]
  readonly tips: Pick<Tips, 'ofMatch'>
}

/** Match data of the demo: squads, statistics of the running matches, and the season as history and programme. */
export class DemoMatchData extends ListedMatchData {
  readonly #options: DemoMatchDataOptions

  constructor(options: DemoMatchDataOptions) {
    super(options.matches)
    this.#options = options
  }

  override lineUps({ fixture: { kind, home, away } }: Match) {
    if (!isLeagueId(kind)) return { home: null, away: null }
    return { home: lineUpOf(home.key), away: lineUpOf(away.key) }
  }

  override statistics(match: Match, now: number): MatchStatistics {
    return statisticsOf({ match, events: this.#options.eventsOf(match.fixture.chatRoomNo), now })
  }

  override preview(match: Match, now: number): MatchPreview {
    const { kind, eid, home, away } = match.fixture
    if (!isLeagueId(kind)) return super.preview(match, now)
    const past = this.#past(kind, now)
    const of = (key: string) => past.filter((one) => hasTeam(one, key))
    return {
      headToHead: of(home.key)
        .filter((one) => hasTeam(one, away.key))
        .slice(0, MEETINGS),
      homeForm: of(home.key).slice(0, FORM_MATCHES),
      awayForm: of(away.key).slice(0, FORM_MATCHES),
      tips: [...this.#options.tips.ofMatch(eid)],
    }
  }

  override team(id: string, now: number): TeamDetail | null {
    for (const kind of LEAGUE_IDS) {
      const team = TEAMS[kind].find(({ key }) => key === id)
      if (!team) continue
      const { key, name, crest, ground } = team
      const all = this.#schedule(kind, now).filter((match) => hasTeam(match, id))
      const league = { league: LEAGUES[kind].name, leagueId: kind }
      return { id: key, name, logo: crest, ground, kind, ...league, ...shown(all), squad: lineUpOf(id) }
    }
    return null
  }

  override league(id: string, now: number): LeagueDetail | null {
    if (!isLeagueId(id)) return super.league(id, now)
    return { id, name: LEAGUES[id].name, kind: id, ...shown(this.#schedule(id, now), LEAGUE_COMING_SHOWN) }
  }

  override anchor(id: string, now: number): AnchorDetail | null {
    const position = ANCHORS.findIndex(({ key }) => key === id)
    const anchor = ANCHORS[position]
    if (!anchor) return null
    const listed = super.anchor(id, now)
    const today = siteDayOf(now)
    const showsOn = (day: number) => this.#showsOn(day, position)
    const days = Array.from({ length: DAYS_AHEAD }, (_, index) => index + 1)
    return {
      id,
      name: anchor.nick,
      logo: anchor.logo,
      about: anchor.about,
      followers: FOLLOWERS.from + (hashText(`followers of ${id}`) % FOLLOWERS.spread),
      live: listed?.live ?? null,
      coming: [...(listed?.coming ?? []), ...days.flatMap((ahead) => showsOn(today + ahead))].slice(0, COMING_SHOWN),
      past: [...(listed?.past ?? []), ...days.flatMap((back) => showsOn(today - back))].slice(0, PAST_SHOWS),
    }
  }

  /** Finished matches of a league, newest first; those of today have a room. */
  #past(kind: LeagueId, now: number): ScheduledMatch[] {
    const today = this.#options
      .matches()
      .filter(({ fixture, state }) => fixture.kind === kind && state.clock.phase === 'ended')
      .map(scheduledMatch)
    const earlier = pastMatches(this.#options.seed, kind, siteDayOf(now), ROUNDS_BACK)
    return groupFixtures([...today, ...earlier.map((match) => fixtureOf(match, true))]).past
  }

  /** The matches of today, which have rooms, and those of the season before and after. */
  #schedule(kind: LeagueId, now: number): ScheduledMatch[] {
    const today = siteDayOf(now)
    const rooms = this.#options.matches().filter(({ fixture, state }) => {
      return fixture.kind === kind && state.clock.phase !== 'ended'
    })
    const coming = Array.from({ length: DAYS_AHEAD }, (_, index) => matchesOfDay(this.#options.seed, today + 1 + index))
      .flat()
      .filter(({ league }) => league === kind)
    return [...rooms.map(scheduledMatch), ...coming.map((match) => fixtureOf(match, false)), ...this.#past(kind, now)]
  }

  /** The match that an anchor hosts on another day: each anchor has one of the evening matches. */
  #showsOn(day: number, position: number): Show[] {
    const evening = matchesOfDay(this.#options.seed, day).filter(({ minuteOfDay }) => minuteOfDay >= EVENING)
    const match = evening[(position + day) % ANCHORS.length]
    return match ? [showOf(match)] : []
  }
}

/** Minutes after midnight. */
const EVENING = 18 * 60

function showOf(match: PastMatch): Show {
  const { eid, league, kickOffAt } = fixtureOf(match, true)
  return { eid, title: `${match.home.name} 对 ${match.away.name}`, league, startAt: kickOffAt, hasRoom: false }
}

function hasTeam({ homeId, awayId }: ScheduledMatch, key: string): boolean {
  return homeId === key || awayId === key
}

/** The first matches of each group. */
function shown(matches: readonly ScheduledMatch[], maxComing = COMING_SHOWN) {
  const { live, coming, past } = groupFixtures(matches)
  return { live, coming: coming.slice(0, maxComing), past: past.slice(0, PAST_SHOWN) }
}

function lineUpOf(key: string) {
  const { formation, starters, substitutes } = squadOf(key)
  return { formation, starters: [...starters], substitutes: [...substitutes] }
}
