import type { Venue, VenueType } from '#protocol/endpoints/game.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import type { VenueClassState } from '#protocol/rules/venue.ts'
import { venueClassState } from '#protocol/rules/venue.ts'
import { isInPlay } from '#lib/match-clock.ts'

/** In the order of the home screen. The schemas of the protocol stay off the main thread, so the words stand here. */
export const VENUE_CLASSES = [
  'sport',
  'casino',
  'egame',
  'esports',
  'fishing',
  'chess',
] as const satisfies readonly VenueType[]

/** The screens that there are; an open class without one is still being prepared. */
const PATHS: Readonly<Partial<Record<VenueType, string>>> = {
  sport: '/app/sports',
  esports: '/app/live?kind=esports',
}

export interface VenueClassView {
  readonly type: VenueType
  readonly door: VenueClassState
  /** Where it leads; null while it leads nowhere. */
  readonly path: string | null
}

/** Classes that have something displayed: open ones first, otherwise in their order. Nothing leads where no screen is. */
export function venueClasses(venues: readonly Venue[], now: number): VenueClassView[] {
  const all = VENUE_CLASSES.flatMap((type): VenueClassView[] => {
    const own = venues.filter((venue) => venue.type === type)
    const door = venueClassState(own, now)
    if (door === null) return []
    const path = PATHS[type] ?? null
    if (door.state !== 'open') return [{ type, door, path: null }]
    return [path === null ? { type, door: { state: 'preparing' }, path: null } : { type, door, path }]
  })
  return [...all.filter(({ path }) => path !== null), ...all.filter(({ path }) => path === null)]
}

/** How many matches of a class are being played; null for classes that have none of their own. */
export function playingIn(type: VenueType, matches: readonly MatchView[]): number | null {
  if (type !== 'sport' && type !== 'esports') return null
  const kinds: readonly string[] = type === 'sport' ? ['football', 'basketball'] : ['esports']
  return matches.filter((match) => kinds.includes(match.kind) && isInPlay(match.clock)).length
}
