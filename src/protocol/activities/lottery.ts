import type { Draw, Seeds } from '../games/draw.ts'
import { type ActivityDefinition, REWARD_MAX } from './definition.ts'

/** A prize of a lottery. */
export interface LotteryPrize {
  readonly name: string
  /** Minor units. */
  readonly amount: number
  /** Number of tickets that win it. */
  readonly count: number
}

/** S1.20, S7.96: tickets are earned until the end of the activity, then one draw gives all prizes. */
export interface LotteryRule {
  readonly prizes: readonly LotteryPrize[]
  /** Tickets per site day without a condition. */
  readonly dailyTickets: number
  /** Settled bets and rounds of a site day for one more ticket. */
  readonly plays: number
  /** The most tickets of a site day for settled play; 0 turns it off. */
  readonly playTickets: number
}

/** All that a ticket of a lottery needs to be checked by everybody. */
export interface LotteryDraw {
  readonly activityId: string
  /** The seed of the activity, whose hash was published from its start on. */
  readonly seed: string
  /** Number of tickets. Their numbers are 1 to this one. */
  readonly tickets: number
}

export const LOTTERY: ActivityDefinition<LotteryRule> = {
  name: 'lottery',
  slug: 'lottery',
  category: 'luck',
  fields: [
    { name: 'dailyTickets', type: 'count', min: 0, max: 3 },
    { name: 'playTickets', type: 'count', min: 0, max: 5 },
    { name: 'plays', type: 'count', min: 1, max: 1_000 },
    {
      name: 'prizes',
      type: 'rows',
      items: [1, 6],
      columns: [
        { name: 'name', type: 'text', max: 12 },
        { name: 'amount', type: 'amount', min: 1, max: REWARD_MAX },
        { name: 'count', type: 'count', min: 1, max: 100 },
      ],
    },
  ],
  example: {
    dailyTickets: 1,
    playTickets: 2,
    plays: 5,
    prizes: [
      { name: '头奖', amount: 5_000, count: 1 },
      { name: '二等奖', amount: 500, count: 5 },
      { name: '三等奖', amount: 50, count: 50 },
    ],
  },
  contradiction: ({ dailyTickets, playTickets }) =>
    dailyTickets + playTickets === 0 ? { field: 'dailyTickets', reason: 'noReward' } : null,
  leastBudget: ({ prizes }) => prizes.reduce((sum, { amount, count }) => sum + amount * count, 0),
}

/** The numbers of the tickets that win each prize, in the order of the prizes. A ticket wins at most once. */
export function winningTickets(
  prizes: readonly Pick<LotteryPrize, 'count'>[],
  tickets: number,
  draw: Draw,
): number[][] {
  // The first steps of a Fisher-Yates shuffle; numbers that were not moved are not stored.
  const moved = new Map<number, number>()
  let drawn = 0
  const next = (): number => {
    const chosen = drawn + draw.below(tickets - drawn)
    const ticket = moved.get(chosen) ?? chosen
    moved.set(chosen, moved.get(drawn) ?? drawn)
    drawn += 1
    return ticket + 1
  }
  return prizes.map(({ count }) => Array.from({ length: Math.min(count, tickets - drawn) }, next))
}

/** The chance of a ticket for each prize, from 0 to 1. Prizes are drawn in their order until no ticket is left. */
export function ticketOdds(prizes: readonly Pick<LotteryPrize, 'count'>[], tickets: number): number[] {
  let rest = tickets
  return prizes.map(({ count }) => {
    const drawn = Math.min(count, rest)
    rest -= drawn
    return tickets === 0 ? 0 : drawn / tickets
  })
}

/** The seeds of a lottery. The number of tickets is one: it is not known while the hash of the other is published. */
export function seedsOfLottery({ activityId, seed, tickets }: LotteryDraw): Seeds {
  return { server: seed, member: `${activityId}:${tickets}`, nonce: 0 }
}
