const VIDEO_CHANNELS: Readonly<Record<string, string>> = {
  YB: 'OBTY',
  YBTY: 'OBTY',
  IM: 'IMTY',
  FB: 'FBTY',
  YBDJ: 'OBDJ',
  DB: 'DBTY',
}

/** S3.36: the video channel of a venue. Unknown names are returned unchanged. */
export function videoChannel(venueName: string): string {
  return Object.hasOwn(VIDEO_CHANNELS, venueName) ? (VIDEO_CHANNELS[venueName] ?? venueName) : venueName
}

/** S3.37 */
export function venueNameOf(code: string): string {
  return code === 'OBTY' ? 'YB' : code === 'IMTY' ? 'IM' : code
}

/** Redirect target for closed sport venues (S2.7, S4.8). */
export const CLOSED_VENUE_TARGET = '/app/home'

/** Names of bundled venues: e-games and live tables. */
export const E_GAMES_VENUE = 'YBDZ'
export const TABLES_VENUE = 'YBZR'

/** The venue of anchor games (S3.30). */
export const ANCHOR_GAMES_VENUE = 'ZBYX'

/** S4.7: a venue is open only with status 0. */
export function isVenueOpen(status: number): boolean {
  return status === 0
}

/** Venue state (S3.15). */
export interface VenueState {
  readonly status: number
  readonly isDisplay: number
  /** Epoch milliseconds. Null = unknown. */
  readonly maintainEnd: number | null
}

/** A venue with this status is not shown. */
export const NOT_OPENED_YET = 2

/** Why money cannot be transferred: the venue is under maintenance, or it has not opened yet or is not displayed. */
export type TransferObstacle = 'maintenance' | 'closed'

/**
 * E.5: why money cannot be transferred to or from a venue; null if it can. It goes to venues that members can open:
 * displayed ones with status 0. It comes back from every venue but one under maintenance, whose wallet cannot be reached.
 */
export function transferObstacle(
  direction: 'in' | 'out',
  { status, isDisplay }: Pick<VenueState, 'status' | 'isDisplay'>,
): TransferObstacle | null {
  if (!isVenueOpen(status) && status !== NOT_OPENED_YET) return 'maintenance'
  return direction === 'in' && !(isVenueOpen(status) && isDisplay === 1) ? 'closed' : null
}

/** State of a class of venues. `until` is the earliest known end of maintenance in the future. */
export type VenueClassState =
  | { readonly state: 'open' }
  | { readonly state: 'maintenance'; readonly until: number | null }
  | { readonly state: 'preparing' }

/**
 * A class is open if one of its displayed venues is open, under maintenance if one is, and otherwise being prepared.
 * Returns null if no venue is displayed.
 */
export function venueClassState(venues: readonly VenueState[], now: number): VenueClassState | null {
  const displayed = venues.filter(({ isDisplay }) => isDisplay === 1)
  if (displayed.length === 0) return null
  if (displayed.some(({ status }) => isVenueOpen(status))) return { state: 'open' }
  const maintained = displayed.filter(({ status }) => status !== NOT_OPENED_YET)
  if (maintained.length === 0) return { state: 'preparing' }
  const ends = maintained.flatMap(({ maintainEnd }) => (maintainEnd !== null && maintainEnd > now ? [maintainEnd] : []))
  return { state: 'maintenance', until: ends.length > 0 ? Math.min(...ends) : null }
}
