import type { ActivityName } from '../activities/definition.ts'
import type { SiteConfig } from '../site-config.ts'

/** Whether members of a site can invite friends: enabled, and an entrance among the activities. */
export function offersInvite({
  inviteFriendSwitch,
  activityEntrances,
}: Pick<SiteConfig, 'inviteFriendSwitch' | 'activityEntrances'>): boolean {
  return inviteFriendSwitch === 1 && activityEntrances.includes('invite')
}

/** The chains on which a site takes USDT: none without its USDT wallet. */
export function offeredChains({
  usdtWalletSwitch,
  usdtChains,
}: Pick<SiteConfig, 'usdtWalletSwitch' | 'usdtChains'>): readonly string[] {
  return usdtWalletSwitch === 1 ? usdtChains : []
}

const MAX_SPONSORS = 3

/** Parses a comma-separated list of the integers 0 to 2: each once, at most three (S3.28, settled 25). */
export function sponsorNumbers(list: string): readonly number[] {
  const numbers = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^[0-2]$/.test(part))
    .map(Number)
  return [...new Set(numbers)].slice(0, MAX_SPONSORS)
}

/** False for activities whose page the site does not have (S9.14). */
export function offersActivity(
  site: Pick<SiteConfig, 'inviteFriendSwitch' | 'activityEntrances' | 'Service_sponsor_Discoveryv2'>,
  name: ActivityName,
): boolean {
  if (name === 'invite') return offersInvite(site)
  return name !== 'sponsor' || sponsorNumbers(site.Service_sponsor_Discoveryv2).length > 0
}
