import fc from 'fast-check'
import { expect, it } from 'vitest'
import { offeredChains, offersActivity, offersInvite } from '#protocol/rules/site-offers.ts'

const flag = fc.constantFrom<0 | 1>(0, 1)

it('S9.14 a site invites friends if the switch is on and the invitation is among the activities', () => {
  const activities = fc.subarray(['signIn', 'wheel', 'invite'])
  fc.assert(
    fc.property(flag, activities, (inviteFriendSwitch, activityEntrances) => {
      const isListed = activityEntrances.includes('invite')
      expect(offersInvite({ inviteFriendSwitch, activityEntrances })).toBe(inviteFriendSwitch === 1 && isListed)
    }),
  )
})

it('S9.14 a site takes USDT on its chains, and on none without the wallet', () => {
  fc.assert(
    fc.property(flag, fc.array(fc.string()), (usdtWalletSwitch, usdtChains) => {
      expect(offeredChains({ usdtWalletSwitch, usdtChains })).toEqual(usdtWalletSwitch === 1 ? usdtChains : [])
    }),
  )
})

it('S9.14 a site lists the activities of invitations and sponsors only with their pages', () => {
  const site = { inviteFriendSwitch: 1 as const, activityEntrances: ['invite'], Service_sponsor_Discoveryv2: '0' }
  expect(offersActivity(site, 'invite')).toBe(true)
  expect(offersActivity({ ...site, activityEntrances: [] }, 'invite')).toBe(false)
  expect(offersActivity(site, 'sponsor')).toBe(true)
  expect(offersActivity({ ...site, Service_sponsor_Discoveryv2: '' }, 'sponsor')).toBe(false)
  expect(offersActivity({ ...site, activityEntrances: [], Service_sponsor_Discoveryv2: '' }, 'lottery')).toBe(true)
})
