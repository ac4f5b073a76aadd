import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleProblem } from '#protocol/activities/definitions.ts'
import { packetsOfRound } from '#protocol/activities/red-rain-division.ts'
import {
  currentRound,
  lastRound,
  RAIN_ROUND_MS,
  RED_RAIN,
  type RedRainRule,
  roundOfId,
} from '#protocol/activities/red-rain.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, siteDateTimeOf, timeOfSiteDateTime } from '#protocol/time.ts'

const RULE = RED_RAIN.example as RedRainRule
const seed = fc.stringMatching(/^[0-9a-f]{64}$/)
const divided = (rule: RedRainRule, server: string) => packetsOfRound(rule, '2026-11-29-1200', server)
const FEW = { numRuns: 40 }
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Rules that can be used. */
const division = fc
  .record({ packets: fc.integer({ min: 1, max: 120 }), min: fc.integer({ min: 1, max: 40 }), room: fc.nat(60) })
  .chain(({ packets, min, room }) =>
    fc.record({
      times: fc.constant(['12:00']),
      packets: fc.constant(packets),
      min: fc.constant(min),
      max: fc.constant(min + room),
      roundAmount: fc.integer({ min: packets * min, max: packets * (min + room) }),
    }),
  )

describe('S7.103 the division of a round', () => {
  it('gives away exactly the amount of the round, each packet within its limits', () => {
    fc.assert(
      fc.property(division, seed, (rule, server) => {
        const amounts = divided(rule, server)
        expect(amounts).toHaveLength(rule.packets)
        expect(sum(amounts)).toBe(rule.roundAmount)
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(rule.min)
        expect(Math.max(...amounts)).toBeLessThanOrEqual(rule.max)
        expect(divided(rule, server)).toEqual(amounts)
      }),
      FEW,
    )
  })

  it('never gives more than the amount, in whatever order and number packets are taken', () => {
    fc.assert(
      fc.property(division, seed, fc.infiniteStream(fc.nat()), fc.nat(), (rule, server, order, count) => {
        const left = divided(rule, server)
        let given = 0
        for (let taken = 0; taken < count % (rule.packets + 1); taken += 1) {
          given += left.splice((order.next().value as number) % left.length, 1)[0] ?? 0
          expect(given + sum(left)).toBe(rule.roundAmount)
        }
        expect(given).toBeLessThanOrEqual(rule.roundAmount)
      }),
      FEW,
    )
  })

  it('favours no position: the mean of the first packet is that of the last', () => {
    const rounds = 500
    const totals = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const amounts = divided({ ...RULE, packets: 10, roundAmount: 100 }, String(round).padStart(64, '0'))
      totals[0] = (totals[0] ?? 0) + (amounts[0] ?? 0)
      totals[1] = (totals[1] ?? 0) + (amounts[9] ?? 0)
    }
    for (const total of totals) expect(Math.abs(total / rounds - 10)).toBeLessThan(1.5)
  })

  it('spreads the amount: packets differ, and one seldom takes most of what they can vary by', () => {
    const rounds = Array.from({ length: 200 }, (_, round) =>
      divided({ ...RULE, packets: 10, min: 1, max: 91, roundAmount: 100 }, String(round).padStart(64, '0')),
    )
    const greatest = rounds.map((amounts) => Math.max(...amounts))
    expect(sum(greatest) / rounds.length).toBeGreaterThan(15)
    expect(sum(greatest) / rounds.length).toBeLessThan(35)
    for (const amounts of rounds) expect(new Set(amounts).size).toBeGreaterThan(3)
  })

  it('refuses rules that contradict themselves, with the field', () => {
    const problem = (change: Partial<RedRainRule>, budget = 1e9) =>
      ruleProblem('redRain', { ...RULE, ...change }, budget)
    expect(problem({})).toBeNull()
    expect(problem({ times: ['12:00', '24:00'] })).toEqual({ field: 'rule.times.1', reason: 'range' })
    expect(problem({ times: [] })).toEqual({ field: 'rule.times', reason: 'items' })
    expect(problem({ times: ['12:00', '12:00'] })).toEqual({ field: 'rule.times.1', reason: 'order' })
    expect(problem({ min: 60, max: 50 })).toEqual({ field: 'rule.max', reason: 'order' })
    expect(problem({ roundAmount: 99 })).toEqual({ field: 'rule.roundAmount', reason: 'order' })
    expect(problem({ max: 9 })).toEqual({ field: 'rule.max', reason: 'order' })
    expect(problem({}, 999)).toEqual({ field: 'budget', reason: 'overBudget' })
  })
})

describe('S7.103 the rounds of a rain', () => {
  const at = (text: string) => timeOfSiteDateTime(text) ?? 0
  const window = { startAt: at('2026-11-29 00:00:00'), endAt: at('2026-12-02 00:00:00') }

  it('begin at the times of the site day and last 60 seconds', () => {
    const round = currentRound(RULE, window, at('2026-11-29 11:59:59'))
    expect(round).toEqual({
      roundId: '2026-11-29-1200',
      start: at('2026-11-29 12:00:00'),
      end: at('2026-11-29 12:01:00'),
    })
    expect(currentRound(RULE, window, at('2026-11-29 12:00:59'))).toEqual(round)
    expect(lastRound(RULE, window, at('2026-11-29 12:00:59'))).toBeNull()
    expect(currentRound(RULE, window, at('2026-11-29 12:01:00'))?.roundId).toBe('2026-11-29-1800')
    expect(lastRound(RULE, window, at('2026-11-29 12:01:00'))).toEqual(round)
    expect(currentRound(RULE, window, at('2026-11-29 21:01:00'))?.roundId).toBe('2026-11-30-1200')
    expect(currentRound(RULE, window, at('2026-11-20 00:00:00'))?.roundId).toBe('2026-11-29-1200')
    expect(currentRound(RULE, window, at('2026-12-01 21:01:00'))).toBeNull()
    expect(lastRound(RULE, window, at('2027-01-01 00:00:00'))?.roundId).toBe('2026-12-01-2100')
  })

  it('have ids that name exactly one of them', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
    const times = fc
      .uniqueArray(minute, { minLength: 1, maxLength: 6 })
      .map((minutes) => minutes.map((one) => siteDateTimeOf(window.startAt + one * MINUTE_MS).slice(11, 16)))
    fc.assert(
      fc.property(times, fc.integer({ min: -DAY_MS, max: 3 * DAY_MS }), (own, offset) => {
        const now = window.startAt + offset
        const round = currentRound({ times: own }, window, now)
        const before = lastRound({ times: own }, window, now)
        for (const one of [round, before]) {
          if (one) expect(roundOfId({ times: own }, window, one.roundId)).toEqual(one)
        }
        if (round) expect(round.end).toBeGreaterThan(now)
        if (before) expect(before.end).toBeLessThanOrEqual(now)
        if (round && before) expect(before.end).toBeLessThanOrEqual(round.start)
      }),
    )
    for (const id of ['2026-11-29-1201', '2026-11-28-1200', '2026-13-01-1200', 'x', '2026-11-29-1200-1', '']) {
      expect(roundOfId(RULE, window, id)).toBeNull()
    }
  })

  it('do not begin before the activity or end after it', () => {
    const short = {
      startAt: window.startAt + 12 * HOUR_MS + 1,
      endAt: window.startAt + 18 * HOUR_MS + RAIN_ROUND_MS - 1,
    }
    expect(currentRound(RULE, short, window.startAt)).toBeNull()
  })
})
