import { ANCHOR_GAMES_VENUE, E_GAMES_VENUE, isVenueOpen, NOT_OPENED_YET, TABLES_VENUE } from './venue.ts'

/** Path of the halls of e-games. */
const HALLS = '/app/egame'

/** Hall of the live tables (S1.8). */
const LIVE_CASINO = '/app/live-casino'

/** S2.17: the hall of all venues, for a venue key that is empty or unknown. */
export const ALL_VENUES_HALL = 'ybegdz'

/**
 * The last part of the path of a venue's hall. The tests are in this order: `YBDZ` or the first key of the site's list (S2.19), a key that is not in the
 * list (S2.17, settled 25), a key that starts with `yb` (S2.18), the two letters that a key starts with (S2.13).
 */
export function eGameHall(key: string, keys: readonly string[]): string {
  const name = key.toUpperCase()
  const known = keys.map((one) => one.toUpperCase())
  if (name === E_GAMES_VENUE || (name !== '' && name === known[0])) return 'dz'
  if (!known.includes(name)) return ALL_VENUES_HALL
  if (name.startsWith('YB')) return 'by'
  return /^[A-Z]{2}/.test(name) ? name.slice(0, 2).toLowerCase() : ALL_VENUES_HALL
}

/** The path of the hall of all venues. */
export const ALL_VENUES_PATH = `${HALLS}/${ALL_VENUES_HALL}`

/** The venues that a hall shows, in the order of the list; null if no venue has this hall. */
export function venuesOfHall<Venue extends { readonly enName: string }>(
  hall: string,
  venues: readonly Venue[],
): readonly Venue[] | null {
  const name = hall.toLowerCase()
  if (name === ALL_VENUES_HALL) return venues
  const keys = venues.map(({ enName }) => enName)
  const own = venues.filter(({ enName }) => eGameHall(enName, keys) === name)
  return own.length === 0 ? null : own
}

interface ListedVenue {
  readonly enName: string
  readonly type: string
  readonly status: number
  readonly isDisplay: number
}

const GAME_TYPES = ['casino', 'egame', 'fishing', 'chess']

/** The displayed venues of games that this server does not have itself: a provider plays them in a tab of its own. */
export function providerVenues<Venue extends ListedVenue>(venues: readonly Venue[]): Venue[] {
  return venues.filter(
    ({ enName, type, status, isDisplay }) =>
      GAME_TYPES.includes(type) &&
      isDisplay === 1 &&
      status !== NOT_OPENED_YET &&
      enName !== E_GAMES_VENUE &&
      enName !== TABLES_VENUE,
  )
}

/** The page that enters a venue: a hall, or for a venue of a provider the page that opens its games. */
export function venuePath(enName: string): string {
  if (enName === E_GAMES_VENUE) return `${HALLS}/dz`
  return enName === TABLES_VENUE ? LIVE_CASINO : `/app/game/${enName}`
}

/** The screen of a class of game venues; null while none of its venues is open. Several venues share the hall of all. */
export function gameClassPath(type: string, venues: readonly ListedVenue[]): string | null {
  const open = venues.filter((venue) => venue.type === type && venue.isDisplay === 1 && isVenueOpen(venue.status))
  const [first] = open
  if (first === undefined) return null
  if (open.some(({ enName }) => enName === TABLES_VENUE)) return LIVE_CASINO
  return open.length === 1 ? venuePath(first.enName) : ALL_VENUES_PATH
}

/** The anchor games' venue of a provider, or the live tables; null if neither is open (S3.30). */
export function anchorGamesPath(venues: readonly ListedVenue[]): string | null {
  const isOpen = (name: string): boolean =>
    venues.some(({ enName, status, isDisplay }) => enName === name && isDisplay === 1 && isVenueOpen(status))
  const found = [ANCHOR_GAMES_VENUE, TABLES_VENUE].find(isOpen)
  return found === undefined ? null : venuePath(found)
}
