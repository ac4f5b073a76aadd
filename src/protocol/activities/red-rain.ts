import { dateOfDay, dayOfDate, MINUTE_MS, siteDayOf, timeOfSiteDay } from '../time.ts'
import { type ActivityDefinition, REWARD_MAX } from './definition.ts'

/** S7.103, Annex J: rounds of red packets at fixed times of the site day. Amounts are minor units. */
export interface RedRainRule {
  /** `HH:MM`, Asia/Shanghai. */
  readonly times: readonly string[]
  /** What the packets of a round contain together. */
  readonly roundAmount: number
  /** Packets of a round; a member gets one. */
  readonly packets: number
  /** Limits of one packet. */
  readonly min: number
  readonly max: number
}

/** A round of a rain. `start` is inclusive, `end` exclusive, in epoch milliseconds. */
export interface RainRound {
  /** The cycle of the activity: `2026-11-29-1200`. */
  readonly roundId: string
  readonly start: number
  readonly end: number
}

interface Window {
  readonly startAt: number
  readonly endAt: number
}

export const RAIN_ROUND_MS = MINUTE_MS

const ROUND_AMOUNT_MAX = 100_000_000
const PACKETS_MAX = 10_000
/** One round in five minutes. */
const ROUNDS_PER_DAY_MAX = 288

export const RED_RAIN: ActivityDefinition<RedRainRule> = {
  name: 'redRain',
  slug: 'red-rain',
  category: 'luck',
  // Grabs are posted by the database, to accounts of coins and money.
  currencies: ['COIN', 'CNY', 'USDT'],
  fields: [
    { name: 'times', type: 'times', items: [1, ROUNDS_PER_DAY_MAX] },
    { name: 'roundAmount', type: 'amount', min: 1, max: ROUND_AMOUNT_MAX },
    { name: 'packets', type: 'count', min: 1, max: PACKETS_MAX },
    { name: 'min', type: 'amount', min: 1, max: REWARD_MAX },
    { name: 'max', type: 'amount', min: 1, max: REWARD_MAX },
  ],
  example: { times: ['12:00', '18:00', '21:00'], roundAmount: 1_000, packets: 100, min: 1, max: 50 },
  contradiction(rule) {
    const twice = rule.times.findIndex((time, index) => rule.times.indexOf(time) < index)
    if (twice !== -1) return { field: `times.${twice}`, reason: 'order' }
    if (rule.min > rule.max) return { field: 'max', reason: 'order' }
    if (rule.packets * rule.min > rule.roundAmount) return { field: 'roundAmount', reason: 'order' }
    return rule.packets * rule.max < rule.roundAmount ? { field: 'max', reason: 'order' } : null
  },
  leastBudget: ({ roundAmount }) => roundAmount,
}

/** The round that runs at a time, or else the next one; null after the last one. */
export function currentRound({ times }: Pick<RedRainRule, 'times'>, window: Window, now: number): RainRound | null {
  const from = Math.max(now, window.startAt)
  const today = siteDayOf(from)
  let next: Slot | null = null
  for (const slot of slotsOf([today - 1, today, today + 1], times)) {
    if (slot.end > from && isWithin(slot, window) && (next === null || slot.start < next.start)) next = slot
  }
  return next && roundOf(next)
}

/** The last round that has ended; null before the first one has. */
export function lastRound({ times }: Pick<RedRainRule, 'times'>, window: Window, now: number): RainRound | null {
  const until = Math.min(now, window.endAt)
  const today = siteDayOf(until)
  let last: Slot | null = null
  for (const slot of slotsOf([today, today - 1], times)) {
    if (slot.end <= until && isWithin(slot, window) && (last === null || slot.start > last.start)) last = slot
  }
  return last && roundOf(last)
}

/** The round of an id; null if the rule has no such round in the window. */
export function roundOfId({ times }: Pick<RedRainRule, 'times'>, window: Window, roundId: string): RainRound | null {
  const day = dayOfDate(roundId.slice(0, 10))
  const time = `${roundId.slice(11, 13)}:${roundId.slice(13)}`
  if (day === null || !times.includes(time)) return null
  const round = roundOf(slotOf(day, time))
  return round.roundId === roundId && isWithin(round, window) ? round : null
}

/** The time of a round. Rules have up to 864 slots in three days, so only the chosen one gets an id. */
interface Slot extends Pick<RainRound, 'start' | 'end'> {
  readonly day: number
  readonly time: string
}

function slotsOf(days: readonly number[], times: readonly string[]): Slot[] {
  return days.flatMap((day) => times.map((time) => slotOf(day, time)))
}

function slotOf(day: number, time: string): Slot {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const start = timeOfSiteDay(day, hour * 60 + minute)
  return { day, time, start, end: start + RAIN_ROUND_MS }
}

function roundOf({ day, time, start, end }: Slot): RainRound {
  return { roundId: `${dateOfDay(day)}-${time.replace(':', '')}`, start, end }
}

function isWithin({ start, end }: Pick<RainRound, 'start' | 'end'>, { startAt, endAt }: Window): boolean {
  return start >= startAt && end <= endAt
}
