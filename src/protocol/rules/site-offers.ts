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
