import type { MatchPlan } from './plan.ts'
import { changePhase, playMatch, type Step } from './play.ts'
import type { MatchState } from '../../matches/match.ts'
import type { Random } from './random.ts'
import { phaseEnd } from './tempo.ts'

/**
 * Like `playMatch`, but the match never ends while a publisher is live, because a finished match shows no picture. It
 * stays in stoppage time; a finished match starts again.
 */
export function playWithoutEnd(
  fixture: MatchPlan,
  state: MatchState,
  now: number,
  elapsedMs: number,
  random: Random,
): Step {
  const { clock } = state
  if (clock.phase === 'ended') return changePhase(state, now)
  const isOverdue = clock.phase === 'second-half' && now >= phaseEnd(fixture.kind, clock)
  if (isOverdue) return { state, events: [], hasPhaseChanged: false }
  return playMatch(fixture, state, now, elapsedMs, random)
}
