import type { DataOf } from '#protocol/endpoints/table.ts'
import { TEAMS } from '../world/teams.ts'
import type { LeagueId, PastMatch } from './season.ts'

type Row = DataOf<'soccer.standings'>['list'][number]

/** Points for a win, a draw and a defeat. */
export const POINTS: Readonly<Record<LeagueId, readonly [number, number, number]>> = {
  football: [3, 1, 0],
  basketball: [2, 0, 1],
  esports: [3, 0, 0],
}

/** Computes the table of these matches: by points, difference, goals, then name. */
export function standingsOf(league: LeagueId, matches: readonly PastMatch[]): Row[] {
  const [win, draw, defeat] = POINTS[league]
  const rows = TEAMS[league].map(({ key, name, crest }) => {
    const own = matches.flatMap(({ home, away, homeScore, awayScore }) =>
      home.key === key ? [[homeScore, awayScore]] : away.key === key ? [[awayScore, homeScore]] : [],
    ) as [number, number][]
    const won = own.filter(([scored, conceded]) => scored > conceded).length
    const lost = own.filter(([scored, conceded]) => scored < conceded).length
    const drawn = own.length - won - lost
    return {
      team: name,
      teamId: key,
      logo: crest,
      played: own.length,
      won,
      drawn,
      lost,
      goalsFor: own.reduce((sum, [scored]) => sum + scored, 0),
      goalsAgainst: own.reduce((sum, [, conceded]) => sum + conceded, 0),
      points: won * win + drawn * draw + lost * defeat,
    }
  })
  const difference = (row: (typeof rows)[number]): number => row.goalsFor - row.goalsAgainst
  return rows
    .sort(
      (one, other) =>
        other.points - one.points ||
        difference(other) - difference(one) ||
        other.goalsFor - one.goalsFor ||
        (one.team < other.team ? -1 : 1),
    )
    .map((row, index) => ({ rank: index + 1, ...row }))
}
