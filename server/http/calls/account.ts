import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { Handlers } from './context.ts'
import { type AccountCare, WEAK_PASSWORD_TAG } from '../../members/account-care.ts'
import type { ImageCodes } from '../../members/verification/image-codes.ts'

export interface AccountServices {
  readonly accountCare: AccountCare
  readonly verification: { readonly imageCodes: Pick<ImageCodes, 'verify'> }
  readonly siteConfig: Pick<SiteConfig, 'memberSleepDays'>
}

type AccountCalls = Pick<Handlers, Extract<keyof Handlers, `account.${string}`>>

/** Dormant accounts and passwords that should be changed (S7.37, S7.38). */
export function accountCalls({ accountCare, verification, siteConfig }: AccountServices): AccountCalls {
  return {
    'account.sleepCheck': async (_params, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const since = await accountCare.dormantSince(session.memberId)
      return success({ dormant: since !== null, since, days: siteConfig.memberSleepDays, by: 'image' })
    },

    'account.sleepActivate': async ({ codeId, code }, { session, deviceId }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (codeId === undefined || code === undefined) return failureOf(CODES.PARAM_ERROR)
      const holder = { deviceId, sessionId: session.sessionId }
      if (!verification.imageCodes.verify(codeId, code, holder)) return failureOf(CODES.VERIFY_CODE_ERROR)
      await accountCare.wake(session.memberId)
      return success({})
    },

    'account.checkChangePassword': async (_params, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const isWeak = session.member.tags.includes(WEAK_PASSWORD_TAG)
      return success({ need: isWeak, reason: isWeak ? ('weak' as const) : null })
    },
  }
}
