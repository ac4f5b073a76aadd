import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Statistic } from '#protocol/endpoints/match.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { MINUTE_MS, siteDayOf } from '#protocol/time.ts'
import { quarterScores } from '#server/demo/match-data/statistics.ts'
import { DemoMatchData } from '#server/demo/match-data/demo-match-data.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { matchLength } from '#server/demo/world/tempo.ts'
import { playMatch } from '#server/demo/world/play.ts'
import type { PlayedState } from '#server/demo/world/prices.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { squadOf } from '#server/demo/world/squads.ts'
import type { CallContext } from '#server/http/context.ts'
import { matchCalls } from '#server/calls/site/match.ts'
import { ListedMatchData } from '#server/matches/match-data.ts'
import { EMPTY_NEWSROOM, type NewsItem } from '#server/matches/newsroom.ts'
import type { Match, MatchState } from '#server/matches/match.ts'

const SEED = 20_261_121
const NOW = Date.UTC(2026, 10, 21, 12)
const STEP_MS = 30_000
const plans = planWorld(createRandom(SEED).fork('plan'))
const planOf = (kind: Match['fixture']['kind']) => plans.find((plan) => plan.kind === kind)!

type Kind = 'football' | 'basketball' | 'esports'

/** A match at each step from its kick-off at NOW to its end. */
function playedMatch(kind: Kind, seed: number): { match: Match; events: MatchEvent[]; now: number }[] {
  const fixture = planOf(kind)
  const random = createRandom(seed)
  let state: PlayedState = {
    clock: { phase: 'first-half', phaseStartedAt: NOW },
    homeScore: 0,
    guestScore: 0,
    anchorStatus: 1,
    odds: null,
  }
  const events: MatchEvent[] = []
  const steps = []
  for (let now = NOW + STEP_MS; state.clock.phase !== 'ended'; now += STEP_MS) {
    const step = playMatch(fixture, state, now, STEP_MS, random)
    state = step.state
    events.push(...step.events)
    steps.push({ match: { fixture, state, kickOffAt: NOW, round: '' }, events: [...events], now })
  }
  return steps
}

function dataOf(matches: readonly Match[], events: readonly MatchEvent[] = []): DemoMatchData {
  return new DemoMatchData({
    seed: SEED,
    matches: () => matches,
    eventsOf: () => events,
    tips: { ofMatch: () => [] },
  })
}

const valuesOf = (list: readonly Statistic[], key: Statistic['key']): [number, number] => {
  const found = list.find((one) => one.key === key)
  return found ? [found.home, found.away] : expect.unreachable(`no ${key}`)
}

const count = (events: readonly MatchEvent[], type: MatchEvent['type']): [number, number] => [
  events.filter((event) => event.type === type && event.side === 'home').length,
  events.filter((event) => event.type === type && event.side === 'away').length,
]

describe('statistics of a football match', () => {
  it('agree with score and events at any time, and never decrease', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (seed) => {
        let before: readonly Statistic[] = []
        for (const { match, events, now } of playedMatch('football', seed)) {
          const { total } = dataOf([match], events).statistics(match, now)
          const { homeScore, guestScore } = match.state
          const [shots, onTarget] = [valuesOf(total, 'shots'), valuesOf(total, 'shots-on-target')]
          const possession = valuesOf(total, 'possession')
          expect(possession[0] + possession[1]).toBe(100)
          expect(onTarget[0]).toBeGreaterThanOrEqual(homeScore)
          expect(onTarget[1]).toBeGreaterThanOrEqual(guestScore)
          expect(shots[0]).toBeGreaterThanOrEqual(onTarget[0])
          expect(shots[1]).toBeGreaterThanOrEqual(onTarget[1])
          expect(valuesOf(total, 'corners')).toEqual(count(events, 'corner'))
          expect(valuesOf(total, 'yellow-cards')).toEqual(count(events, 'yellow-card'))
          const fouls = valuesOf(total, 'fouls')
          const cards = count(events, 'yellow-card')
          expect(fouls[0]).toBeGreaterThanOrEqual(cards[0])
          for (const { key, home } of before) {
            if (key === 'shots' || key === 'fouls') expect(valuesOf(total, key)[0]).toBeGreaterThanOrEqual(home - 1)
          }
          before = total
        }
      }),
      { numRuns: 3 },
    )
  })
})

describe('statistics of a basketball match', () => {
  it('the points of the periods add up to the score, and those of finished periods stay', () => {
    const finished = new Map<number, string>()
    for (const { match } of playedMatch('basketball', 7)) {
      const list = quarterScores(match)
      const sum = list.reduce(([home, away], [h, a]) => [home + h, away + a], [0, 0])
      expect(sum).toEqual([match.state.homeScore, match.state.guestScore])
      for (const [index, points] of list.slice(0, -1).entries()) {
        expect(finished.get(index) ?? points.join()).toBe(points.join())
        finished.set(index, points.join())
      }
    }
    expect(finished.size).toBe(3)
  })

  it('has points, rebounds, assists and fouls per period and in total', () => {
    const steps = playedMatch('basketball', 7)
    const { match, now } = steps.at(-1)!
    const data = dataOf([match])
    for (const step of steps) data.statistics(step.match, step.now)
    const { total, periods } = data.statistics(match, now)
    expect(periods).toHaveLength(4)
    expect(total.map(({ key }) => key)).toEqual(['points', 'rebounds', 'assists', 'fouls'])
    for (const { key, home } of total) {
      expect(periods.reduce((sum, list) => sum + valuesOf(list, key)[0], 0)).toBe(home)
    }
    expect(valuesOf(total, 'points')).toEqual([match.state.homeScore, match.state.guestScore])
  })
})

describe('statistics of an esports match', () => {
  it('the kills are the score, and no side takes more than eleven towers', () => {
    for (const { match, now } of playedMatch('esports', 3)) {
      const { total } = dataOf([match]).statistics(match, now)
      expect(valuesOf(total, 'kills')).toEqual([match.state.homeScore, match.state.guestScore])
      expect(Math.max(...valuesOf(total, 'towers'))).toBeLessThanOrEqual(11)
    }
  })
})

const states = (phase: MatchState['clock']['phase']): MatchState => ({
  clock: { phase, phaseStartedAt: NOW },
  homeScore: phase === 'before' ? 0 : 2,
  guestScore: 0,
  anchorStatus: phase === 'before' ? 0 : 1,
  odds: null,
})
const stageAt = ({ kind, minutesAtStart }: (typeof plans)[number]) => {
  if (minutesAtStart < 0) return 'before'
  return minutesAtStart < matchLength(kind) ? 'first-half' : 'ended'
}
const world: Match[] = plans.map((fixture) => ({
  fixture,
  state: states(stageAt(fixture)),
  kickOffAt: NOW - fixture.minutesAtStart * MINUTE_MS,
  round: '',
}))

describe('calls about a match', () => {
  const report = { id: 'm-1', title: '北港联 2-1 险胜南屿' } as NewsItem
  const data = dataOf(world)
  const matches = {
    find: (eid: string) => world.find(({ fixture }) => fixture.eid === eid) ?? null,
    matchData: data,
    newsroom: { ...EMPTY_NEWSROOM, reportOf: () => report },
  }
  const calls = matchCalls({ matches, follows: { count: async () => 3 } })
  const context = { now: NOW } as CallContext

  it('return the report of a match with its statistics', async () => {
    const { fixture } = world.find(({ fixture: { kind } }) => kind === 'football')!
    const result = await calls['match.statistics']({ eid: fixture.eid }, context)
    expect(result).toMatchObject({ ok: true, data: { report: { id: 'm-1', title: '北港联 2-1 险胜南屿' } } })
  })

  it('return the squads as line-ups; a talk show has none', async () => {
    const { fixture } = world.find(({ fixture: { kind } }) => kind === 'football')!
    const result = await calls['match.lineUps']({ eid: fixture.eid }, context)
    expect(result).toMatchObject({ ok: true, data: { home: squadOf(fixture.home.key) } })
    const show = planOf('anchor')
    expect(await calls['match.lineUps']({ eid: show.eid }, context)).toMatchObject({
      data: { home: null, away: null },
    })
  })

  it('return no statistics before the match', async () => {
    const coming = world.find(({ state }) => state.clock.phase === 'before')!
    const result = await calls['match.statistics']({ eid: coming.fixture.eid }, context)
    expect(result).toMatchObject({ ok: true, data: { total: [], periods: [] } })
  })

  it('return form and meetings newest first, each with the named teams', async () => {
    const { fixture } = world.find(({ fixture: { kind } }) => kind === 'football')!
    const result = await calls['match.preview']({ eid: fixture.eid }, context)
    if (!result.ok) return expect.unreachable('there is a preview')
    const { headToHead, homeForm, awayForm } = result.data
    expect([headToHead.length, homeForm.length, awayForm.length]).toEqual([5, 5, 5])
    const both = [fixture.home.key, fixture.away.key].sort()
    for (const match of headToHead) expect([match.homeId, match.awayId].sort()).toEqual(both)
    for (const match of homeForm) expect([match.homeId, match.awayId]).toContain(fixture.home.key)
    const times = homeForm.map(({ kickOffAt }) => kickOffAt)
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  it.each(['team.detail', 'league.detail', 'anchor.detail', 'match.preview'] as const)(
    '%s answers an unknown id with not found',
    async (name) => {
      const params = name === 'match.preview' ? { eid: 'unknown' } : { id: 'unknown' }
      expect(await calls[name](params as never, context)).toMatchObject({ ok: false, code: CODES.NOT_FOUND })
    },
  )

  it('a team has its matches by stage and its squad', async () => {
    const result = await calls['team.detail']({ id: 'beigang' }, context)
    if (!result.ok) return expect.unreachable('there is a team')
    const team = ENDPOINTS['team.detail'].data.parse(result.data)
    expect(team).toMatchObject({ name: '北港联', leagueId: 'football', squad: squadOf('beigang') })
    expect(team.live.length).toBeGreaterThan(0)
    for (const match of [...team.live, ...team.coming, ...team.past]) {
      expect([match.homeId, match.awayId]).toContain('beigang')
    }
    for (const match of team.coming) expect(match.kickOffAt).toBeGreaterThanOrEqual(NOW)
  })

  it('a league has the live matches of its sport and the last results', async () => {
    const result = await calls['league.detail']({ id: 'basketball' }, context)
    if (!result.ok) return expect.unreachable('there is a league')
    const league = ENDPOINTS['league.detail'].data.parse(result.data)
    expect(league.live).toHaveLength(2)
    expect(league.past.every(({ leagueId, stage }) => leagueId === 'basketball' && stage === 'ended')).toBe(true)
  })

  it('an anchor has followers, one current show, and no two shows at once', async () => {
    const result = await calls['anchor.detail']({ id: 'chuchu' }, context)
    if (!result.ok) return expect.unreachable('there is an anchor')
    const anchor = ENDPOINTS['anchor.detail'].data.parse(result.data)
    expect(anchor.followers).toBe((data.anchor('chuchu', NOW)?.followers ?? 0) + 3)
    expect(anchor.live).not.toBeNull()
    expect(anchor.past.length).toBeGreaterThan(0)
    const days = anchor.past.map(({ startAt }) => siteDayOf(startAt))
    expect(new Set(days).size).toBe(days.length)
  })
})

describe('a server whose source knows matches only', () => {
  const data = new ListedMatchData(() => world)

  it('shows teams, leagues and anchors with their listed matches and no history', () => {
    expect(data.team('beigang', NOW)).toMatchObject({ name: '北港联', past: [], squad: null })
    expect(data.league('esports', NOW)?.coming).toHaveLength(4)
    expect(data.anchor('chuchu', NOW)).toMatchObject({ name: '楚楚讲球', past: [] })
    expect(data.preview(world[0]!, NOW)).toEqual({ headToHead: [], homeForm: [], awayForm: [], tips: [] })
    expect(data.lineUps(world[0]!)).toEqual({ home: null, away: null })
  })

  it('without matches knows no team, and no call fails', () => {
    const empty = new ListedMatchData(() => [])
    expect([empty.team('beigang', NOW), empty.league('football', NOW), empty.anchor('chuchu', NOW)]).toEqual([
      null,
      null,
      null,
    ])
  })
})
