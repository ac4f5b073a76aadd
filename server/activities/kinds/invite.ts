import { cycleOfRung, INVITE, type InviteRule } from '#protocol/activities/invite.ts'
import { INVITE_RUNGS } from '#protocol/club/invitations.ts'
import { inviteCounts } from '../../club/invitations.ts'
import type { ActivityKind, KindContext } from '../kind.ts'

/** S1.21, S7.99: one part per rung of the ladder. Friends who registered before the activity do not count. */
export const inviteKind: ActivityKind<InviteRule> = {
  definition: INVITE,
  isAutomatic: true,

  async eligible(context) {
    const { qualified } = await countsOf(context)
    return INVITE_RUNGS.flatMap((rung, index) => {
      const amount = context.activity.rule.rungRewards[index] ?? 0
      return amount > 0 ? [{ cycle: cycleOfRung(index), isEligible: qualified >= rung, amount }] : []
    })
  },

  progress: async (context) => ({ ...(await countsOf(context)) }),
}

function countsOf({ db, activity, memberId }: KindContext<InviteRule>) {
  return inviteCounts(db, memberId, activity.startAt)
}
