import type { DataOf } from '#protocol/endpoints/table.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'

export type SportVenue = DataOf<'site.sportConfigs'>['list'][number]
export type SportKind = 'football' | 'basketball' | 'esports'
export const SPORT_KINDS = ['football', 'basketball', 'esports'] as const satisfies readonly SportKind[]

/**
 * Returns whether a venue has a tile (S3.15): open venues that are displayed and closed ones that are displayed during
 * maintenance.
 */
export function isShown(venue: Pick<SportVenue, 'status' | 'isDisplay' | 'isDisplayMaintainVenue'>): boolean {
  return (isVenueOpen(venue.status) ? venue.isDisplay : venue.isDisplayMaintainVenue) === 1
}

/** The venue of a URL: none, an open venue, or a closed one (S4.7). An unknown name is none. */
type RequestedVenue = { readonly state: 'none' } | { readonly state: 'closed' } | OpenVenue
interface OpenVenue {
  readonly state: 'open'
  readonly venue: SportVenue
}

export function requestedVenue(venues: readonly SportVenue[], name: string | null): RequestedVenue {
  if (name === null || name === '') return { state: 'none' }
  const venue = venues.find(({ enName }) => enName.toLowerCase() === name.toLowerCase())
  return venue && isVenueOpen(venue.status) && venue.isDisplay === 1 ? { state: 'open', venue } : { state: 'closed' }
}

/** The kinds of match of a venue: names that end in …DJ (电竞) have esports, all others the two ball games. */
export function kindsOfVenue({ enName }: Pick<SportVenue, 'enName'>): readonly SportKind[] {
  return enName.endsWith('DJ') ? ['esports'] : ['football', 'basketball']
}
