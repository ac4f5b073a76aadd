import type { Match, MatchState } from '#server/matches/match.ts'
import type { Matches } from '#server/matches/matches.ts'

const team = (key: string, name: string) => ({ key, name, crest: `/art/${key}.svg`, ground: '' })

/** A match of football before its kick-off. */
export function betMatch(matchId: string, kickOffAt: number, kind: Match['fixture']['kind'] = 'football'): Match {
  const number = matchId.slice(1)
  return {
    fixture: {
      eid: number,
      matchId,
      anchorRoomId: `a${number}`,
      chatRoomNo: `r${number}`,
      kind,
      eventId: `e${number}`,
      league: '海岸联赛',
      leagueId: kind,
      sport: kind,
      sportId: kind,
      home: team('home', '灯塔'),
      away: team('away', '礁石'),
      venueName: 'YB',
      weather: '',
      title: '灯塔 对 礁石',
      description: '',
      anchor: { key: 'anchor', nick: '老梁', logo: '/art/av-1.svg' },
      hasVerticalAnchor: false,
    },
    state: {
      clock: { phase: 'before', phaseStartedAt: kickOffAt },
      homeScore: 0,
      guestScore: 0,
      anchorStatus: 0,
      odds: null,
    },
    kickOffAt,
    round: '',
  }
}

/** Matches `m1` and others, and a clock, both set by tests. */
export function betWorld(ids: readonly string[] = ['m1'], now = Date.parse('2026-11-29T12:00:00Z')) {
  let list = ids.map((id, index) => betMatch(id, now + (index + 1) * 3_600_000))
  return {
    now,
    matches: { list: () => list } as unknown as Matches,
    /** Changes the state of a match, `m1` by default. */
    set(change: Partial<MatchState>, matchId = 'm1'): void {
      list = list.map((match) =>
        match.fixture.matchId === matchId ? { ...match, state: { ...match.state, ...change } } : match,
      )
    },
    add(match: Match): void {
      list = [...list, match]
    },
    remove(matchId: string): void {
      list = list.filter(({ fixture }) => fixture.matchId !== matchId)
    },
    clear(): void {
      list = []
    },
  }
}

/** Odds of the full-time result with this price of the home team. */
export function oddsOf(home: number, draw = 3_400, away = 4_200): NonNullable<MatchState['odds']> {
  const line = (value: number) => ({ value, move: 'same' as const })
  return { home: line(home), draw: line(draw), away: line(away), suspended: false, delaySeconds: 0 }
}
