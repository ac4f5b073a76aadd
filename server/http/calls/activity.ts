import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from './context.ts'
import { campaignOf } from '../../site/campaigns.ts'
import type { Limits } from '../../wallet/limits/limits.ts'

/** Activities (S2.8, Annex D.8). */
export function activityCalls({
  playLimits,
}: {
  readonly playLimits: Pick<Limits, 'exclusionCode'>
}): Pick<Handlers, Extract<keyof Handlers, `activity.${string}`>> {
  return {
    'activity.carnivalCheck': async ({ activityId }, { now, session }) => {
      // I10: promotions stop for members who are excluded or timed out.
      const excluded = session ? await playLimits.exclusionCode(session.memberId) : 0
      if (excluded !== 0) return failureOf(excluded)
      const campaign = campaignOf(activityId, now)
      return campaign ? success(campaign) : failureOf(CODES.NOT_FOUND)
    },
  }
}
