import { atom } from 'jotai/vanilla'
import { ANCHOR_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { offersInvite, sponsorNumbers } from '#protocol/rules/site-offers.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { siteConfigAtom } from './site-config.ts'

/** `maintenance` is shown greyed and disabled. */
export type EntranceState = 'hidden' | 'open' | 'maintenance'

/** Features with an entrance on this site. Features not listed here are always available. */
export interface Entrances {
  /** /app/tips and /app/expert (expertTipsSwitch). */
  readonly tips: boolean
  /** Invite-friend: enabled, and an entrance among the activities (activityEntrances). */
  readonly invite: boolean
  /** Numbers of the sponsor pages, in the operator's order; empty = no entrance (S3.28). */
  readonly sponsors: readonly number[]
  readonly anchorGames: EntranceState
  /** Names of channels with anchor games. */
  readonly anchorGameChannels: readonly string[]
  readonly chat: boolean
  readonly gifts: boolean
  /** The withdrawal password is asked for, and has a screen (withdrawPasswordSwitch). */
  readonly withdrawPassword: boolean
  /** English is switched off while this is false (S1.5). */
  readonly languageSwitch: boolean
}

/**
 * Anchor games are shown if the site enables them and displays their venue. During maintenance they are greyed, and only
 * shown if the venue is displayed then (S3.29-S3.30).
 */
export function anchorGameEntrance({ siteAnchorGameEntranceV4, ty }: SiteConfig): EntranceState {
  const venue = ty.find(({ enName }) => enName === ANCHOR_GAMES_VENUE)
  if (siteAnchorGameEntranceV4 !== 1 || venue === undefined) return 'hidden'
  if (venue.status !== 0) return venue.isDisplayMaintainVenue === 1 ? 'maintenance' : 'hidden'
  return venue.isDisplay === 1 ? 'open' : 'hidden'
}

/** Returns the entrances that the configuration enables (S9.14). */
export function entrancesOf(config: SiteConfig): Entrances {
  return {
    tips: config.expertTipsSwitch === 1,
    invite: offersInvite(config),
    sponsors: sponsorNumbers(config.Service_sponsor_Discoveryv2),
    anchorGames: anchorGameEntrance(config),
    anchorGameChannels: config.zbyx.map(({ channelName }) => channelName),
    chat: config.chatSwitch === 1,
    gifts: config.giftSwitch === 1,
    withdrawPassword: config.withdrawPasswordSwitch === 1,
    languageSwitch: config.multiLanguageEntrance === 1,
  }
}

/** The entrances of this site, for navigation, home, room and menus. */
export const entrancesAtom = atom<Entrances>((get) => entrancesOf(get(siteConfigAtom)))
