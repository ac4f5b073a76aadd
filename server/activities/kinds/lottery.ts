import { and, desc, eq, sql } from 'drizzle-orm'
import {
  LOTTERY,
  type LotteryDraw,
  type LotteryRule,
  seedsOfLottery,
  winningTickets,
} from '#protocol/activities/lottery.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import { DAY_MS, siteDateOf, startOfSiteDay } from '#protocol/time.ts'
import { playsOf } from '../../wallet/records/turnover.ts'
import { activityState } from '../../database/schema/activities.ts'
import { type ActivityKind, isDecided, type KindContext, type Offer, type Part } from '../kind.ts'

type Context = KindContext<LotteryRule>

/** Winning tickets by activity and number of tickets. */
const drawn = new BoundedMap<string, ReturnType<typeof winningTickets>>(50)

/** S7.96: one part per ticket. All tickets are drawn together when the activity ends. */
export const lotteryKind: ActivityKind<LotteryRule> = {
  definition: LOTTERY,
  isAutomatic: false,

  async eligible(context) {
    const { dailyTickets, playTickets, plays } = context.activity.rule
    const played = Math.floor((await playsToday(context)) / plays)
    const date = siteDateOf(context.now)
    const until = Math.min(context.activity.endAt, startOfSiteDay(context.now) + DAY_MS)
    const ticketsOf = (source: string, all: number, earned: number): Offer[] =>
      Array.from({ length: all }, (_, index) => ({
        cycle: `${date}-${source}${index + 1}`,
        isEligible: index < earned,
        amount: 0,
        until,
      }))
    return [...ticketsOf('free', dailyTickets, dailyTickets), ...ticketsOf('play', playTickets, played)]
  },

  async progress(context) {
    const last = await lastTicket(context)
    const draw = drawOf(context, last)
    const isDrawn = last ? isDecided(last) : hasEnded(context)
    return {
      tickets: draw.tickets,
      plays: await playsToday(context),
      commitment: commitmentOf(draw.seed),
      seed: isDrawn ? draw.seed : null,
      winners: isDrawn ? winnersOf(context, last) : null,
    }
  },

  async apply(context) {
    // The activity is locked, so no other ticket takes this number.
    return { status: 'applied', amount: 0, data: { ticket: numberOf(await lastTicket(context)) + 1 } }
  },

  lastPart: lastTicket,

  async receive(context, part) {
    if (!hasEnded(context)) return null
    const { prizes } = context.activity.rule
    const winners = winnersOf(context, await lastTicket(context))
    const prizeIndex = winners.findIndex((numbers) => numbers.includes(Number(part.data['ticket'])))
    const prize = prizes[prizeIndex]
    return prize
      ? { status: 'claimable', amount: prize.amount, data: { prizeIndex } }
      : { status: 'rejected', amount: 0 }
  },
}

/** The winning tickets. They are final if the last ticket is decided, or while the activity is locked after its end. */
function winnersOf(context: Context, last: Part | null): ReturnType<typeof winningTickets> {
  const draw = drawOf(context, last)
  const key = `${draw.activityId} ${draw.tickets}`
  const known = drawn.get(key)
  if (known) return known
  const winners = winningTickets(context.activity.rule.prizes, draw.tickets, seededDraw(seedsOfLottery(draw)))
  drawn.set(key, winners)
  return winners
}

const hasEnded = ({ activity, now }: Context): boolean => now >= activity.endAt

function playsToday({ db, activity: { rule, startAt }, memberId, now }: Context): Promise<number> {
  const most = rule.plays * rule.playTickets
  return most === 0 ? Promise.resolve(0) : playsOf(db, memberId, { from: Math.max(startAt, startOfSiteDay(now)), most })
}

function drawOf({ activity: { id: activityId, seed } }: Context, last: Part | null): LotteryDraw {
  return { activityId, seed, tickets: numberOf(last) }
}

const numberOf = (ticket: Part | null): number => Number(ticket?.data['ticket'] ?? 0)

/** The ticket with the highest number; null without tickets. */
async function lastTicket({ db, activity }: Context): Promise<Part | null> {
  const ticket = sql<number>`(${activityState.data}->>'ticket')::integer`
  const [last] = await db
    .select()
    .from(activityState)
    .where(and(eq(activityState.activityId, activity.id), sql`${activityState.data} ? 'ticket'`))
    .orderBy(desc(ticket))
    .limit(1)
  return last ?? null
}
