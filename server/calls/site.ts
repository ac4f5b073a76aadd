import { success } from '#protocol/result.ts'
import { deploymentOf } from '#protocol/sites.ts'
import type { Handlers } from '../context.ts'

const OPEN = 1

/** `isDemo` decides whether pages offer the skin switcher and say that the world is made up. */
export function siteCalls(services: { isDemo: boolean }): Pick<Handlers, 'site.perInfo'> {
  return {
    'site.perInfo': async (_params, { siteId, now }) => {
      const { deployId, skin, settleCurrency } = deploymentOf(siteId)
      return success({
        siteId,
        deployId,
        skin,
        currency: settleCurrency,
        maintainStatus: OPEN,
        maintainEnd: null,
        demo: services.isDemo,
        // Empty = only the origin that served the page.
        domains: [],
        serverTime: now,
      })
    },
  }
}
