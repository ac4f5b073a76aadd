import { cycleOfSponsor, SPONSOR, type SponsorRule } from '#protocol/activities/sponsor.ts'
import type { ActivityKind } from '../kind.ts'

/** S1.22, S7.104: one part per sponsor, for everybody. */
export const sponsorKind: ActivityKind<SponsorRule> = {
  definition: SPONSOR,
  // The welfare center would list gifts of pages that the member has not opened.
  isAutomatic: false,

  eligible: ({ activity: { rule } }) =>
    Promise.resolve(
      rule.sponsorRewards.flatMap((amount, n) =>
        amount > 0 ? [{ cycle: cycleOfSponsor(n), isEligible: true, amount }] : [],
      ),
    ),

  progress: () => Promise.resolve({}),
}
