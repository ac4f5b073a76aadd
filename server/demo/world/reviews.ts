import type { MatchEvent } from '#protocol/room/feed.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { MatchPlan } from './plan.ts'
import { type PlayedState, REVIEWS } from './prices.ts'
import type { Random } from './random.ts'

/** The state after points of a side, which can be negative. */
export function scored(state: PlayedState, side: 'home' | 'away', points: number): PlayedState {
  const { periods = [], goals } = state
  const [home, away] = side === 'home' ? [points, 0] : [0, points]
  const last = periods.at(-1) ?? [0, 0]
  return {
    ...state,
    homeScore: state.homeScore + home,
    guestScore: state.guestScore + away,
    periods: [...periods.slice(0, -1), [last[0] + home, last[1] + away]],
    ...(goals && { goals: points > 0 ? [...goals, side] : goals.slice(0, -1) }),
  }
}

/** How long markets are suspended after goals and red cards, and after a review. */
const SUSPENDED_MS = 20 * SECOND_MS
const AFTER_REVIEW_MS = 10 * SECOND_MS
const REVIEW_MS = { min: 35 * SECOND_MS, max: 60 * SECOND_MS } as const

/** Suspends the markets of football after goals and red cards. Some goals are reviewed. */
export function interrupted(
  { fixture, now, random }: { readonly fixture: MatchPlan; readonly now: number; readonly random: Random },
  state: PlayedState,
  events: readonly MatchEvent[],
): PlayedState {
  if (fixture.kind !== 'football') return state
  const goal = events.findLast(({ type }) => type === 'goal')
  if (!goal && !events.some(({ type }) => type === 'red-card')) return state
  const suspended = { ...state, suspendedUntil: now + SUSPENDED_MS }
  if (!goal || !random.chance(REVIEWS.chance)) return suspended
  const endsAt = now + random.between(REVIEW_MS.min, REVIEW_MS.max)
  const review = { eventId: goal.id, endsAt, isCancelled: random.chance(REVIEWS.cancelled) }
  return { ...suspended, suspendedUntil: endsAt + AFTER_REVIEW_MS, review }
}

interface Reviewed {
  readonly state: PlayedState
  readonly events: readonly MatchEvent[]
}

/** Ends the review of the last goal. A goal that is taken back is the same event with another type. */
export function reviewed(state: PlayedState, earlier: readonly MatchEvent[]): Reviewed {
  const { review, ...others } = state
  const goal = earlier.find(({ id }) => id === review?.eventId)
  if (!review?.isCancelled || !goal || goal.side === 'none') return { state: others, events: [] }
  const after = scored(others, goal.side, -1)
  const scorer = goal.players?.[0]
  const corrected: MatchEvent = {
    ...goal,
    type: 'whistle',
    text: scorer === undefined ? '进球取消，VAR 判罚越位' : `${scorer} 的进球取消，VAR 判罚越位`,
    homeScore: after.homeScore,
    awayScore: after.guestScore,
  }
  return { state: after, events: [corrected] }
}
