import type { Venue, VenueType } from '#protocol/endpoints/game.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { gameClassPath } from '#protocol/rules/e-game-halls.ts'
import { type VenueClassState, venueClassState } from '#protocol/rules/venue.ts'
import { isInPlay } from '#lib/match/match-clock.ts'

/**
 * In the order of the home screen. Repeated here because the schemas of the protocol are not loaded on the main thread.
 */
export const VENUE_CLASSES = [
  'sport',
  'casino',
  'egame',
  'esports',
  'fishing',
  'chess',
] as const satisfies readonly VenueType[]

/** Screens of classes that are not games. */
const PATHS: Readonly<Partial<Record<VenueType, string>>> = {
  sport: '/app/sports',
  esports: '/app/live?kind=esports',
}

export interface VenueClassView {
  readonly type: VenueType
  /** Open or under maintenance. */
  readonly classState: Exclude<VenueClassState, { state: 'preparing' }>
  /** Path of the screen; null if there is none. */
  readonly path: string | null
}

/**
 * Displayed classes: open ones first, otherwise in their order. Classes that have not opened yet are not displayed; those
 * under maintenance have no link.
 */
export function venueClasses(venues: readonly Venue[], now: number): VenueClassView[] {
  const all = VENUE_CLASSES.flatMap((type): VenueClassView[] => {
    const own = venues.filter((venue) => venue.type === type)
    const classState = venueClassState(own, now)
    const path = PATHS[type] ?? gameClassPath(type, venues)
    if (classState === null || classState.state === 'preparing') return []
    if (classState.state === 'maintenance') return [{ type, classState, path: null }]
    return path === null ? [] : [{ type, classState, path }]
  })
  return [...all.filter(({ path }) => path !== null), ...all.filter(({ path }) => path === null)]
}

/** Number of matches of a class in play; null for classes without matches. */
export function playingIn(type: VenueType, matches: readonly MatchView[]): number | null {
  if (type !== 'sport' && type !== 'esports') return null
  const kinds: readonly string[] = type === 'sport' ? ['football', 'basketball'] : ['esports']
  return matches.filter((match) => kinds.includes(match.kind) && isInPlay(match.clock)).length
}
