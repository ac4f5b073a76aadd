import campaigns from '../../site/content/campaigns.json' with { type: 'json' }
import { CODES, failureOf, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { CurrencyCode } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#protocol/rules/from-page.ts'
import { invitePath } from '#protocol/rules/member/invite.ts'
import { offersActivity, offersInvite } from '#protocol/rules/site-offers.ts'
import { deploymentOf } from '#protocol/sites.ts'
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import { refusalText } from '#protocol/wallet/play-stop.ts'
import type { Activities } from '../../activities/activities.ts'
import type { RedRain } from '../../activities/red-rain.ts'
import type { Claims } from '../../club/claims.ts'
import type { Database } from '../../database/database.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import { InviteCodeRepository } from '../../members/invite-codes.ts'
import type { Limits } from '../../wallet/limits/limits.ts'

interface ActivityServices {
  readonly activities: Activities
  readonly redRain: RedRain
  readonly claims: Claims
  readonly playLimits: Pick<Limits, 'exclusionCode' | 'refusal' | 'stopOf'>
}

/** Activities (S2.8, S4.14, Annex D.8). */
export function activityCalls({
  activities,
  redRain,
  claims,
  playLimits,
}: ActivityServices): Pick<Handlers, Extract<keyof Handlers, `activity.${string}` | `redRain.${string}`>> {
  return {
    'activity.list': async (_params, call) => {
      const { list } = await activities.running(currencyOf(call), call.now)
      return success({ list: list.filter(({ name }) => offersActivity(call.site, name)) })
    },
    'activity.check': async (params, call) => {
      const { session, now } = call
      const memberId = session?.memberId ?? null
      const found = await activities.check({ ...params, currency: currencyOf(call) }, memberId, now)
      if (!found) return failureOf(CODES.NOT_FOUND)
      const stop = memberId !== null && found.block === null && (await playLimits.stopOf(memberId, 'bet'))
      return success(stop ? { ...found, block: 'limit' } : found)
    },
    // Members who have reached a limit begin nothing; what they have won is theirs.
    'activity.apply': async ({ input = null, ...params }, { session, now }) => {
      const { memberId } = session
      const stop = await playLimits.stopOf(memberId, 'bet')
      if (stop) return failure(stop.code, refusalText(stop, 'promotion'), { details: { stop } })
      return activities.apply({ ...params, input, memberId }, now)
    },
    'activity.draw': async (params, { session, now }) => {
      const { memberId } = session
      const stop = await playLimits.stopOf(memberId, 'bet')
      if (stop) return failure(stop.code, refusalText(stop, 'promotion'), { details: { stop } })
      return activities.draw({ ...params, memberId }, now)
    },
    'activity.receive': async ({ name, activityId, cycle }, { session, idempotencyKey }) => {
      const kind = await activities.kindOf(activityId)
      // Of an unknown activity the claim decides: an exclusion comes first.
      if (kind !== null && kind !== name) return failureOf(CODES.NOT_FOUND)
      const result = await claims.receive(session.memberId, `activity:${activityId}:${cycle}`, idempotencyKey)
      if (result.ok || !PLAY_STOP_CODES.includes(result.code)) return result
      return playLimits.refusal(session.memberId, result.code, 'promotion')
    },
    'activity.records': async (params, { session, now }) =>
      success(await activities.records(session.memberId, params, now)),
    'redRain.round': async (params, call) => {
      const memberId = call.session?.memberId ?? null
      const found = await redRain.round({ ...params, currency: currencyOf(call) }, memberId, call.now)
      return found ? success(found) : failureOf(CODES.NOT_FOUND)
    },
    'redRain.grab': async (params, call) => {
      const { memberId } = call.session
      const command = { ...params, memberId, currency: currencyOf(call), idempotencyKey: call.idempotencyKey }
      const result = await redRain.grab(command, call.now)
      if (result.ok) return result
      // An exclusion is the reason that the member sees, also without a round.
      const code = result.code === CODES.NOT_FOUND ? await playLimits.exclusionCode(memberId) : result.code
      return PLAY_STOP_CODES.includes(code) ? playLimits.refusal(memberId, code, 'promotion') : result
    },
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

/** The currency of the member, or of the site for a visitor. */
function currencyOf({ session, siteId }: Pick<CallContext, 'session' | 'siteId'>): CurrencyCode {
  return session?.member.currency ?? deploymentOf(siteId).settleCurrency
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
