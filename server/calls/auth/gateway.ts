import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { OLDEST_SERVED_VERSION, PROTOCOL_VERSION } from '#protocol/version.ts'
import type { Handlers } from '../../http/context.ts'
import { KEY_LIFETIME_MS, type KeySessions } from '../../http/envelope/key-sessions.ts'
import { SharedStateError } from '../../database/shared/shared-state.ts'
import { configOfSite, type SiteConfigs } from '../../config/site-config.ts'

export function gatewayCalls(services: {
  keySessions: Pick<KeySessions, 'agree'>
  siteConfigs: SiteConfigs
}): Pick<Handlers, 'gateway.vvm' | 'gateway.getSysTime' | 'gateway.timeServer'> {
  return {
    'gateway.getSysTime': async (_params, call) => success({ time: call.now }),
    'gateway.timeServer': async (_params, call) => success({ time: call.now }),
    'gateway.vvm': async ({ version, siteId, share }) => {
      const versions = { version: PROTOCOL_VERSION, minVersion: OLDEST_SERVED_VERSION }
      if (version < OLDEST_SERVED_VERSION || version > PROTOCOL_VERSION) {
        return failureOf(CODES.VERSION_MISMATCH, { details: versions })
      }
      const agreed = await services.keySessions.agree(siteId, share).catch((error: unknown) => {
        if (error instanceof SharedStateError) throw error
        return null
      })
      if (!agreed) {
        return failureOf(CODES.PARAM_ERROR, {
          details: { fields: { share: '不是可用的公钥' } },
        })
      }
      return success({
        ...versions,
        serverTime: agreed.serverTime,
        keyVersion: agreed.kid,
        share: agreed.share,
        signature: agreed.signature,
        lifetimeMs: KEY_LIFETIME_MS,
        // Kinds of safety check that the site offers (S4.19). The call has no headers that name it.
        safeTypes: { ...configOfSite(services.siteConfigs, siteId).safeVerifyTypes },
      })
    },
  }
}
