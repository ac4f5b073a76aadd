import type { DataOf } from '#protocol/endpoints/table.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { MatchRoom } from '../world/match-room.ts'
import { siteDayOf } from './article.ts'
import { EXPERTS } from './experts.ts'
import { byKickOff, type Fixture, fixtureOf, fixtureOfRoom } from './fixtures.ts'
import { isLeagueId, matchesOfDay, type PastMatch, roundOfDay, roundText } from './season.ts'
import { type Tip, tipsOf } from './tips.ts'

type ExpertAnswer = Omit<DataOf<'tips.expert'>, 'tips'>

/** S1.24: how far back records look. */
export const RECORD_DAYS = 30
const DAYS_KEPT = 2
const SETTLED_SHOWN = 20

interface Told {
  readonly tip: Tip
  readonly match: Fixture
}

export interface TipDesk {
  /** Views on matches of today that have not kicked off, the next ones first. */
  coming(now: number): Tip[]
  /** Views on matches of the last thirty days, up to yesterday, the newest first. */
  settled(now: number): Tip[]
  find(id: string, now: number): Told | null
  experts(now: number): ExpertAnswer[]
  /** An expert with today's views and the newest settled ones, the last to kick off first. */
  expert(id: string, now: number): DataOf<'tips.expert'> | null
}

/** Views of experts on the matches of the demo world and of the season behind its tables. */
export function createTipDesk(seed: number, matchRooms: () => readonly MatchRoom[]): TipDesk {
  const days = new BoundedMap<number, readonly Told[]>(DAYS_KEPT)

  function settledBefore(day: number): readonly Told[] {
    const known = days.get(day)
    if (known) return known
    const matches = Array.from({ length: RECORD_DAYS }, (_, back) => matchesOfDay(seed, day - 1 - back)).flat()
    const told = matches.flatMap((match) =>
      tipsOf(seed, tipMatchOf(match)).map((tip) => ({ tip, match: fixtureOf(match, true) })),
    )
    const newestFirst = told.toSorted((one, other) => byKickOff(other.match, one.match))
    days.set(day, newestFirst)
    return newestFirst
  }

  function ofToday(now: number): Told[] {
    const day = siteDayOf(now)
    const told = matchRooms().flatMap((room) => {
      const { plan, state } = room
      const { kind } = plan
      if (!isLeagueId(kind)) return []
      const match = fixtureOfRoom(room)
      const result = match.stage === 'ended' ? ([state.homeScore, state.guestScore] as const) : null
      const moment = { key: `${day}-${plan.eid}`, round: roundOfDay(kind, day), kickOffAt: match.kickOffAt, result }
      return tipsOf(seed, { ...plan, kind, ...moment }).map((tip) => ({ tip, match }))
    })
    return told.sort((one, other) => byKickOff(one.match, other.match))
  }

  const settled = (now: number): readonly Told[] => settledBefore(siteDayOf(now))
  const experts = (now: number): ExpertAnswer[] =>
    EXPERTS.map(({ id, name, avatar, intro, beat }) => {
      const own = settled(now).filter(({ tip }) => tip.expertId === id)
      const right = own.filter(({ tip }) => tip.result === 'right').length
      return { id, name, avatar, intro, beat, record: { days: RECORD_DAYS, settled: own.length, right } }
    })

  return {
    coming: (now) =>
      ofToday(now)
        .map(({ tip }) => tip)
        .filter(({ kickOffAt }) => kickOffAt > now),
    settled: (now) => settled(now).map(({ tip }) => tip),
    find: (id, now) => [...ofToday(now), ...settled(now)].find(({ tip }) => tip.id === id) ?? null,
    experts,
    expert(id, now) {
      const expert = experts(now).find((one) => one.id === id)
      if (!expert) return null
      const isOwn = ({ tip }: Told): boolean => tip.expertId === id
      const today = ofToday(now).filter(isOwn).toReversed()
      const tips = [...today, ...settled(now).filter(isOwn).slice(0, SETTLED_SHOWN)]
      return { ...expert, tips: tips.map(({ tip }) => tip) }
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
