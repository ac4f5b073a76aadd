import type { DataOf } from '#protocol/endpoints/table.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'

export type SportVenue = DataOf<'site.sportConfigs'>['list'][number]
export type SportKind = 'football' | 'basketball' | 'esports'
export const SPORT_KINDS = ['football', 'basketball', 'esports'] as const satisfies readonly SportKind[]

/** Whether a venue has a tile (S3.15): open ones that are displayed, closed ones that are displayed while they are closed. */
export function isShown(venue: Pick<SportVenue, 'status' | 'isDisplay' | 'isDisplayMaintainVenue'>): boolean {
  return (isVenueOpen(venue.status) ? venue.isDisplay : venue.isDisplayMaintainVenue) === 1
}

/** What an address asks for: nothing, a venue to enter, or one that is not open (S4.7; a name that nobody knows is none). */
export type VenueAsked = { readonly state: 'none' } | { readonly state: 'closed' } | OpenVenue
interface OpenVenue {
  readonly state: 'open'
  readonly venue: SportVenue
}

export function venueAsked(venues: readonly SportVenue[], name: string | null): VenueAsked {
  if (name === null || name === '') return { state: 'none' }
  const venue = venues.find(({ enName }) => enName.toLowerCase() === name.toLowerCase())
  return venue && isVenueOpen(venue.status) && venue.isDisplay === 1 ? { state: 'open', venue } : { state: 'closed' }
}

/** The kinds of match of a venue: those named …DJ (电竞) have esports, all others the two ball games. */
export function kindsOfVenue({ enName }: Pick<SportVenue, 'enName'>): readonly SportKind[] {
  return enName.endsWith('DJ') ? ['esports'] : ['football', 'basketball']
}
