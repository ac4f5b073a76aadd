import { INVITE_RUNGS } from '../club/invitations.ts'
import type { ActivityDefinition } from './definition.ts'

/** S1.21, S7.99: a reward for each rung of the ladder of qualified friends. 0 is a rung without a reward. */
export interface InviteRule {
  readonly rungRewards: readonly number[]
}

export const INVITE: ActivityDefinition<InviteRule> = {
  name: 'invite',
  slug: 'invite',
  category: 'friend',
  fields: [
    { name: 'rungRewards', type: 'amounts', items: [INVITE_RUNGS.length, INVITE_RUNGS.length], min: 0, max: 1_000_000 },
  ],
  example: { rungRewards: [50, 150, 300, 800, 2_000, 6_000] },
  contradiction: ({ rungRewards }) =>
    rungRewards.every((amount) => amount === 0) ? { field: 'rungRewards', reason: 'noReward' } : null,
  leastBudget: ({ rungRewards }) => rungRewards.reduce((sum, amount) => sum + amount, 0),
}

/** The cycle of the rung at an index of {@link INVITE_RUNGS}. */
export const cycleOfRung = (index: number): string => `friends-${INVITE_RUNGS[index] ?? 0}`
