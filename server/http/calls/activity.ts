import { CODES, codeText } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { isBarredFromActivities } from '#protocol/rules/activity-tag.ts'
import type { Handlers } from './context.ts'
import { campaignOf } from '../../site/campaigns.ts'

/** Activities (S2.8, S8.22, Annex D.8). */
export function activityCalls(): Pick<Handlers, Extract<keyof Handlers, `activity.${string}`>> {
  return {
    'activity.carnivalCheck': async ({ activityId }, { now, session }) => {
      if (isBarredFromActivities(session?.member)) {
        return failure(CODES.ACTIVITY_BLACKLIST, codeText(CODES.ACTIVITY_BLACKLIST))
      }
      const campaign = campaignOf(activityId, now)
      return campaign ? success(campaign) : failure(CODES.NOT_FOUND, codeText(CODES.NOT_FOUND))
    },
  }
}
