import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { FinishedMatch } from '../../database/schema/match.ts'
import { MAX_RESULTS } from '../world/match-record.ts'
import type { MatchRoom } from '../world/match-room.ts'
import type { Tips } from '../../matches/newsroom.ts'
import { EXPERTS } from './experts.ts'
import { byKickOff, fixtureOf } from './fixtures.ts'
import { finishedTips, tipMatchKey, presentTips, type MatchTip } from './room-tips.ts'
import { matchesOfDay, type PastMatch, roundText } from './season.ts'
import { tipsOf } from './tips.ts'

type TipItem = MatchTip['tip']
type ExpertItem = Omit<DataOf<'tips.expert'>, 'tips'>

/** S1.24: number of days that success rates cover. */
const RECORD_DAYS = 30
const CACHED_DAYS = 2
const SETTLED_SHOWN = 20
/** Maximum number of finished matches in memory; more than all rooms retain together. */
const MAX_CACHED_MATCHES = 32 * MAX_RESULTS

/**
 * Tips of experts on the matches of the demo and of its season (S1.24). Tips of the season are deterministic; those of
 * rooms stay while the room knows the result, also after a restart.
 */
export class TipService implements Tips {
  readonly #seed: number
  readonly #matchRooms: () => readonly MatchRoom[]
  readonly #days = new BoundedMap<number, readonly MatchTip[]>(CACHED_DAYS)
  readonly #played = new BoundedMap<string, readonly MatchTip[]>(MAX_CACHED_MATCHES)

  constructor(seed: number, matchRooms: () => readonly MatchRoom[]) {
    this.#seed = seed
    this.#matchRooms = matchRooms
  }

  coming(now: number): TipItem[] {
    return this.#presentTips()
      .map(({ tip }) => tip)
      .filter(({ kickOffAt }) => kickOffAt > now)
  }

  ofMatch(eid: string): TipItem[] {
    const room = this.#matchRooms().find(({ fixture }) => fixture.eid === eid)
    return room ? presentTips(this.#seed, room).map(({ tip }) => tip) : []
  }

  settled(now: number): TipItem[] {
    return this.#settledTips(now).map(({ tip }) => tip)
  }

  find(id: string, now: number): MatchTip | null {
    return [...this.#presentTips(), ...this.#settledTips(now)].find(({ tip }) => tip.id === id) ?? null
  }

  experts(now: number): ExpertItem[] {
    const all = this.#settledTips(now)
    return EXPERTS.map(({ id, name, avatar, intro, beat }) => ({
      id,
      name,
      avatar,
      intro,
      beat,
      record: recordOf(id, all),
    }))
  }

  expert(id: string, now: number): DataOf<'tips.expert'> | null {
    const expert = this.experts(now).find((one) => one.id === id)
    if (!expert) return null
    const isOwn = ({ tip }: MatchTip): boolean => tip.expertId === id
    const present = this.#presentTips().filter(isOwn)
    const own = [...present, ...this.#settledTips(now).filter(isOwn).slice(0, SETTLED_SHOWN)]
    return { ...expert, tips: own.sort((one, other) => byKickOff(other.match, one.match)).map(({ tip }) => tip) }
  }

  #presentTips(): MatchTip[] {
    return this.#matchRooms()
      .flatMap((room) => presentTips(this.#seed, room))
      .sort((one, other) => byKickOff(one.match, other.match))
  }

  #settledTips(now: number): MatchTip[] {
    const day = siteDayOf(now)
    const since = timeOfSiteDay(day - RECORD_DAYS, 0)
    const ofRooms = this.#matchRooms().flatMap((room) =>
      room.record.finished
        .filter(({ kickOffAt }) => kickOffAt >= since)
        .flatMap((match) => this.#ofFinished(room, match)),
    )
    return [...ofRooms, ...this.#ofSeasonBefore(day)].sort((one, other) => byKickOff(other.match, one.match))
  }

  #ofSeasonBefore(day: number): readonly MatchTip[] {
    const known = this.#days.get(day)
    if (known) return known
    const seed = this.#seed
    const matches = Array.from({ length: RECORD_DAYS }, (_, back) => matchesOfDay(seed, day - 1 - back)).flat()
    const tips = matches.flatMap((match) =>
      tipsOf(seed, tipMatchOf(match)).map((tip) => ({ tip, match: fixtureOf(match, true) })),
    )
    this.#days.set(day, tips)
    return tips
  }

  #ofFinished(room: MatchRoom, finished: FinishedMatch): readonly MatchTip[] {
    const key = tipMatchKey(room.fixture.eid, finished.kickOffAt)
    const known = this.#played.get(key)
    if (known) return known
    const tips = finishedTips(this.#seed, room, finished)
    this.#played.set(key, tips)
    return tips
  }
}

function recordOf(id: string, all: readonly MatchTip[]): ExpertItem['record'] {
  const own = all.filter(({ tip }) => tip.expertId === id)
  const right = own.filter(({ tip }) => tip.result === 'right').length
  return { days: RECORD_DAYS, settled: own.length, right }
}

function tipMatchOf(match: PastMatch) {
  const { id, league, leagueName, round, home, away, homeScore, awayScore } = match
  return {
    key: id,
    kind: league,
    league: leagueName,
    round: roundText(round),
    home,
    away,
    kickOffAt: fixtureOf(match, true).kickOffAt,
    result: [homeScore, awayScore] as const,
  }
}
