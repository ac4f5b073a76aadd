import experts from './experts.json' with { type: 'json' }
import type { Random } from '../world/random.ts'
import type { LeagueId } from './season.ts'

export interface Expert {
  readonly id: string
  readonly name: string
  readonly avatar: string
  readonly intro: string
  readonly beat: string
  /** Probability from 0 to 1 that this expert writes about a match of a league. */
  readonly writes: Readonly<Partial<Record<LeagueId, number>>>
}

/** The experts. 小地图 covers one league and half of its matches, which is too few for a success rate (S1.24). */
export const EXPERTS: readonly Expert[] = experts

/** Selects the experts who write about a match; at least one. */
export function authorsOf(league: LeagueId, random: Random): readonly Expert[] {
  const covering = EXPERTS.filter(({ writes }) => writes[league] !== undefined)
  const chosen = covering.filter(({ writes }) => random.chance(writes[league] ?? 0))
  return chosen.length > 0 ? chosen : covering.slice(0, 1)
}
