import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { type FinishedMatch, MAX_RESULTS } from '../world/match-record.ts'
import type { MatchRoom } from '../world/match-room.ts'
import type { Tips } from '../../matches/newsroom.ts'
import { EXPERTS } from './experts.ts'
import { byKickOff, fixtureOf } from './fixtures.ts'
import { finishedTips, tipMatchKey, presentTips, type MatchTip } from './room-tips.ts'
import { matchesOfDay, type PastMatch, roundText } from './season.ts'
import { tipsOf } from './tips.ts'

type ExpertAnswer = Omit<DataOf<'tips.expert'>, 'tips'>

/** S1.24: number of days that success rates cover. */
export const RECORD_DAYS = 30
const CACHED_DAYS = 2
const SETTLED_SHOWN = 20
/** Maximum number of finished matches in memory; more than all rooms retain together. */
const MAX_CACHED_MATCHES = 32 * MAX_RESULTS

/**
 * Tips of experts on the matches of the demo and of its season (S1.24). Tips of the season are deterministic; those of
 * rooms stay while the room knows the result.
 */
export function createTipService(seed: number, matchRooms: () => readonly MatchRoom[]): Tips {
  const days = new BoundedMap<number, readonly MatchTip[]>(CACHED_DAYS)
  const played = new BoundedMap<string, readonly MatchTip[]>(MAX_CACHED_MATCHES)

  function ofSeasonBefore(day: number): readonly MatchTip[] {
    const known = days.get(day)
    if (known) return known
    const matches = Array.from({ length: RECORD_DAYS }, (_, back) => matchesOfDay(seed, day - 1 - back)).flat()
    const matchTip = matches.flatMap((match) =>
      tipsOf(seed, tipMatchOf(match)).map((tip) => ({ tip, match: fixtureOf(match, true) })),
    )
    days.set(day, matchTip)
    return matchTip
  }

  function ofFinished(room: MatchRoom, finished: FinishedMatch): readonly MatchTip[] {
    const mark = tipMatchKey(room.fixture.eid, finished.kickOffAt)
    const known = played.get(mark)
    if (known) return known
    const matchTip = finishedTips(seed, room, finished)
    played.set(mark, matchTip)
    return matchTip
  }

  function settled(now: number): MatchTip[] {
    const day = siteDayOf(now)
    const since = timeOfSiteDay(day - RECORD_DAYS, 0)
    const ofRooms = matchRooms().flatMap((room) =>
      room.record.finished.filter(({ kickOffAt }) => kickOffAt >= since).flatMap((match) => ofFinished(room, match)),
    )
    return [...ofRooms, ...ofSeasonBefore(day)].sort((one, other) => byKickOff(other.match, one.match))
  }

  const ofRooms = (): MatchTip[] =>
    matchRooms()
      .flatMap((room) => presentTips(seed, room))
      .sort((one, other) => byKickOff(one.match, other.match))

  function recordOf(id: string, all: readonly MatchTip[]): ExpertAnswer['record'] {
    const own = all.filter(({ tip }) => tip.expertId === id)
    const right = own.filter(({ tip }) => tip.result === 'right').length
    return { days: RECORD_DAYS, settled: own.length, right }
  }

  function experts(now: number): ExpertAnswer[] {
    const all = settled(now)
    return EXPERTS.map(({ id, name, avatar, intro, beat }) => ({
      id,
      name,
      avatar,
      intro,
      beat,
      record: recordOf(id, all),
    }))
  }

  return {
    coming: (now) =>
      ofRooms()
        .map(({ tip }) => tip)
        .filter(({ kickOffAt }) => kickOffAt > now),
    settled: (now) => settled(now).map(({ tip }) => tip),
    find: (id, now) => [...ofRooms(), ...settled(now)].find(({ tip }) => tip.id === id) ?? null,
    experts,
    expert(id, now) {
      const expert = experts(now).find((one) => one.id === id)
      if (!expert) return null
      const isOwn = ({ tip }: MatchTip): boolean => tip.expertId === id
      const own = [...ofRooms().filter(isOwn), ...settled(now).filter(isOwn).slice(0, SETTLED_SHOWN)]
      return { ...expert, tips: own.sort((one, other) => byKickOff(other.match, one.match)).map(({ tip }) => tip) }
    },
  }
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
