import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { HALF_MINUTES } from '#protocol/rules/match.ts'
import { chancesOf } from '#features/match/FieldFigures.tsx'
import { points, project } from '#features/match/projection.ts'
import { type Cue, cueMs, sceneAt } from '#features/match/scene.ts'
import {
  DEPTH,
  LENGTH,
  spellAt,
  spellMs,
  spellsPlayed,
  STEP_MS,
  type StoryInput,
  tally,
} from '#protocol/rules/match-story.ts'

const KINDS = ['football', 'basketball', 'esports'] as const
const START = 1_795_262_400_000
const clock = { phase: 'first-half', phaseStartedAt: START } as const
const input = (change: Partial<StoryInput> = {}): StoryInput => ({
  seed: 'm-1',
  kind: 'football',
  events: [],
  ...change,
})
const event = (change: Partial<MatchEvent>): MatchEvent => ({
  id: 'e1',
  type: 'goal',
  side: 'home',
  minute: 10,
  text: '进球',
  homeScore: 1,
  awayScore: 0,
  ...change,
})
const cue = (change: Partial<Cue> = {}): Cue => ({
  id: 'e1',
  type: 'goal',
  side: 'home',
  text: '陆一鸣 头球破门',
  points: null,
  at: START + 60_000,
  ...change,
})

describe('the animation of match, clock and events', () => {
  const kinds = fc.constantFrom(...KINDS)
  const seeds = fc.string({ minLength: 1, maxLength: 12 })
  const moments = fc.integer({ min: 0, max: 45 * 60_000 }).map((ms) => START + ms)

  it('is constant within a step', () => {
    fc.assert(
      fc.property(kinds, seeds, moments, (kind, seed, now) => {
        const one = sceneAt(input({ kind, seed }), clock, null, now)
        const later = Math.min(now + STEP_MS[kind] / 2, one.until - 1)
        expect(sceneAt(input({ kind, seed }), clock, null, later)).toEqual(one)
      }),
    )
  })

  it('keeps the ball on the field and schedules the next update', () => {
    fc.assert(
      fc.property(kinds, seeds, moments, (kind, seed, now) => {
        const { ball, until, trail } = sceneAt(input({ kind, seed }), clock, null, now)
        expect(ball!.x >= 0 && ball!.x <= LENGTH && ball!.y >= 0 && ball!.y <= DEPTH).toBe(true)
        expect(until).toBeGreaterThan(now)
        expect(until - now).toBeLessThanOrEqual(STEP_MS[kind])
        expect(trail.length).toBeLessThan(8)
      }),
    )
  })

  it("moves the ball towards the opponent's goal", () => {
    const ends = Array.from({ length: 400 }, (_, index) => {
      const spell = spellAt(input(), 0, index)
      const { ball } = sceneAt(input(), clock, null, START + (index + 1) * spellMs('football') - 1)
      return { ...spell, x: ball!.x }
    })
    const danger = (side: string) => ends.filter((end) => end.stage === 'danger' && end.side === side)
    expect(danger('home').length).toBeGreaterThan(10)
    expect(danger('away').length).toBeGreaterThan(10)
    expect(danger('home').every(({ x }) => x > 85)).toBe(true)
    expect(danger('away').every(({ x }) => x < 20)).toBe(true)
  })

  it.each(['before', 'half-time', 'ended'] as const)('keeps the ball in the centre: %s', (phase) => {
    const scene = sceneAt(input(), { phase, phaseStartedAt: START }, null, START + 1_000)
    expect(scene).toMatchObject({ ball: { x: LENGTH / 2, y: DEPTH / 2 }, spell: null, cue: null })
  })
})

describe('the animation of an event', () => {
  const now = cue().at
  it('of a goal: into the net, celebration, kick-off, then play continues', () => {
    const at = (ms: number) => sceneAt(input(), clock, cue(), now + ms)
    expect(at(0).ball!.x).toBeGreaterThan(LENGTH)
    expect(at(3_000)).toMatchObject({ ball: null, cue: { type: 'goal' } })
    expect(at(6_500).ball).toEqual({ x: LENGTH / 2, y: DEPTH / 2 })
    expect(at(cueMs('goal'))).toMatchObject({ cue: null })
    expect(sceneAt(input(), clock, cue({ side: 'away' }), now).ball!.x).toBeLessThan(0)
  })

  it('of a corner starts at the corner', () => {
    expect(sceneAt(input(), clock, cue({ type: 'corner' }), now).ball).toEqual({ x: LENGTH, y: DEPTH })
    expect(sceneAt(input(), clock, cue({ type: 'corner', side: 'away' }), now).ball).toEqual({ x: 0, y: 0 })
  })

  it('of any event ends, and never schedules an update in the past', () => {
    const types = ['goal', 'points', 'corner', 'yellow-card', 'red-card', 'substitution', 'whistle'] as const
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.integer({ min: 0, max: 9_000 }), (type, ms) => {
        const scene = sceneAt(input(), clock, cue({ type }), now + ms)
        expect(scene.until).toBeGreaterThan(now + ms)
        expect(scene.cue === null).toBe(ms >= cueMs(type))
      }),
    )
  })
})

describe('statistics beside the field', () => {
  it('a team with a player less has less possession', () => {
    const even = tally(input(), [200, 200]).homeShare
    const red = [event({ type: 'red-card', side: 'home', minute: 1, homeScore: 0 })]
    expect(tally(input({ events: red }), [200, 200]).homeShare).toBeLessThan(even - 0.03)
  })

  it.each(['football', 'esports'] as const)('%s: counts the minutes of the second half from its start', (kind) => {
    const tenMinutes = Math.floor((10 * 60_000) / spellMs(kind))
    const sentOff = Array.from({ length: 4 }, (_, index) =>
      event({ id: `red-${index}`, type: 'red-card', minute: HALF_MINUTES[kind] + 10, homeScore: 0 }),
    )
    const second = (events: readonly MatchEvent[], from: number) =>
      Array.from({ length: tenMinutes }, (_, index) => spellAt(input({ kind, events }), 1, from + index))
    expect(second(sentOff, 0)).toEqual(second([], 0))
    expect(second(sentOff, tenMinutes + 1)).not.toEqual(second([], tenMinutes + 1))
  })

  it('basketball teams alternate possession', () => {
    expect(tally(input({ kind: 'basketball' }), [100]).homeShare).toBe(0.5)
  })

  it('count the halves that were played', () => {
    const whole = Math.floor((45 * 60_000) / spellMs('football'))
    const played = (phase: 'before' | 'first-half' | 'half-time' | 'second-half' | 'ended', ms: number) =>
      spellsPlayed('football', { phase, phaseStartedAt: START }, START + ms, 45)
    expect(played('before', 0)).toEqual([])
    expect(played('first-half', spellMs('football') * 3 + 1)).toEqual([3])
    expect(played('half-time', 5)).toEqual([whole])
    expect(played('second-half', 90 * 60_000)).toEqual([whole, whole])
    expect(played('ended', 0)).toEqual([whole, whole])
  })

  it('chances from odds are integer percentages with the sum 100', () => {
    const line = (value: number) => ({ value, move: 'same' as const })
    const value = fc.integer({ min: 1_010, max: 99_000 })
    fc.assert(
      fc.property(value, fc.option(value), value, (home, draw, away) => {
        const odds = { home: line(home), draw: draw === null ? null : line(draw), away: line(away) }
        const chances = chancesOf({ ...odds, suspended: false, delaySeconds: 6 })!
        expect(chances.home + (chances.draw ?? 0) + chances.away).toBe(100)
        expect(chances.draw === null).toBe(draw === null)
        if (home < away) expect(chances.home).toBeGreaterThanOrEqual(chances.away - 1)
        expect(chancesOf({ ...odds, suspended: true, delaySeconds: 6 })).toBeNull()
      }),
    )
    expect(chancesOf(null)).toBeNull()
  })

  it('nearer figures are larger', () => {
    const width = (y: number) => project({ x: LENGTH, y }).x - project({ x: 0, y }).x
    expect(width(0)).toBeGreaterThan(width(DEPTH) * 1.3)
    expect(points([{ x: LENGTH / 2, y: 0 }])).toBe('320,338')
  })
})
