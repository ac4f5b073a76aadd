import type { MatchPlan } from './plan.ts'
import { changePhase, type MatchState, playMatch, type Step } from './play.ts'
import type { Random } from './random.ts'
import { phaseEnd } from './tempo.ts'

/**
 * Plays like `playMatch`, but the match is never over: a room whose match has ended shows no picture, and this one has a
 * publisher. It stays in stoppage time; one that was over already begins anew.
 */
export function playWithoutEnd(
  plan: MatchPlan,
  state: MatchState,
  now: number,
  elapsedMs: number,
  random: Random,
): Step {
  const { clock } = state
  if (clock.phase === 'ended') return changePhase(state, now)
  const isOverdue = clock.phase === 'second-half' && now >= phaseEnd(plan.kind, clock)
  if (isOverdue) return { state, happenings: [], hasPhaseChanged: false }
  return playMatch(plan, state, now, elapsedMs, random)
}
