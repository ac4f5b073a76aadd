import campaigns from '../../site/content/campaigns.json' with { type: 'json' }
import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { invitePath } from '#protocol/rules/member/invite.ts'
import { offersInvite } from '#protocol/rules/site-offers.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import type { Database } from '../../database/database.ts'
import type { Handlers } from '../../http/context.ts'
import { InviteCodeRepository } from '../../members/invite-codes.ts'

/** Activities (S2.8, Annex D.8). */
export function activityCalls(): Pick<Handlers, Extract<keyof Handlers, `activity.${string}`>> {
  return {
    'activity.carnivalCheck': async ({ activityId }, { now }) => {
      const campaign = campaignOf(activityId, now)
      return campaign ? success(campaign) : failureOf(CODES.NOT_FOUND)
    },
  }
}

/** Invitation of friends (S1.21): each member has one. */
export function inviteCalls({ database }: { readonly database: Pick<Database, 'db'> }): Pick<Handlers, 'invite.link'> {
  const codes = new InviteCodeRepository(database)
  return {
    'invite.link': async (_params, { session, site }) => {
      if (!offersInvite(site)) return failureOf(CODES.NOT_FOUND)
      const own = await codes.of(session.memberId)
      if (!own) return failureOf(CODES.NEED_LOGIN)
      return success({ url: invitePath(DEFAULT_AFTER_SIGN_IN, own), i_code: own.iCode, r_code: own.rCode })
    },
  }
}

type Campaign = DataOf<'activity.carnivalCheck'>
type Planned = Omit<Campaign, 'start' | 'end'> & { readonly fromDay: number; readonly toDay: number }

/**
 * Campaigns of the demo site (S2.8), current one first. Their windows are days relative to today, so that one is always
 * running, one upcoming and one over.
 */
const CAMPAIGNS: readonly Planned[] = campaigns

/** The campaign of an id, or the first one without an id; null if there is none. */
function campaignOf(activityId: string | undefined, now: number): Campaign | null {
  const planned = activityId === undefined ? CAMPAIGNS[0] : CAMPAIGNS.find((one) => one.activityId === activityId)
  if (!planned) return null
  const today = startOfSiteDay(now)
  const { fromDay, toDay, ...campaign } = planned
  return { ...campaign, start: today + fromDay * DAY_MS, end: today + toDay * DAY_MS }
}
