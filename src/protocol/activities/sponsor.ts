import type { ActivityDefinition } from './definition.ts'

/** Numbers of the pages of sponsors (S3.28). */
const SPONSOR_PAGES = 3

/** S1.22, S7.104: a small gift on the page of each sponsor, once per member. 0 is a page without one. */
export interface SponsorRule {
  readonly sponsorRewards: readonly number[]
}

export const SPONSOR: ActivityDefinition<SponsorRule> = {
  name: 'sponsor',
  slug: 'sponsor',
  category: 'daily',
  fields: [{ name: 'sponsorRewards', type: 'amounts', items: [SPONSOR_PAGES, SPONSOR_PAGES], min: 0, max: 1_000_000 }],
  example: { sponsorRewards: [8, 8, 8] },
  contradiction: ({ sponsorRewards }) =>
    sponsorRewards.every((amount) => amount === 0) ? { field: 'sponsorRewards', reason: 'noReward' } : null,
  leastBudget: ({ sponsorRewards }) => sponsorRewards.reduce((sum, amount) => sum + amount, 0),
}

/** The cycle of a sponsor. */
export const cycleOfSponsor = (n: number): string => `sponsor-${n}`
