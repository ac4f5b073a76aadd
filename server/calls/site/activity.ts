import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { Handlers } from '../../http/context.ts'
import { campaignOf } from '../../site/campaigns.ts'

/** Activities (S2.8, Annex D.8). */
export function activityCalls(): Pick<Handlers, Extract<keyof Handlers, `activity.${string}`>> {
  return {
    'activity.carnivalCheck': async ({ activityId }, { now }) => {
      const campaign = campaignOf(activityId, now)
      return campaign ? success(campaign) : failureOf(CODES.NOT_FOUND)
    },
  }
}
