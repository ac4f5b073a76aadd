const VIDEO_CHANNELS: Readonly<Record<string, string>> = {
  YB: 'OBTY',
  YBTY: 'OBTY',
  IM: 'IMTY',
  FB: 'FBTY',
  YBDJ: 'OBDJ',
  DB: 'DBTY',
}

/** S3.36: the channel under which a venue's match video is known; unknown names pass unchanged. */
export function videoChannel(venueName: string): string {
  return Object.hasOwn(VIDEO_CHANNELS, venueName) ? (VIDEO_CHANNELS[venueName] ?? venueName) : venueName
}

/** S3.37 */
export function venueNameOf(code: string): string {
  return code === 'OBTY' ? 'YB' : code === 'IMTY' ? 'IM' : code
}

/** Where whoever meets a closed sport venue goes, and stays (S2.7, S4.8). */
export const CLOSED_VENUE_TARGET = '/app/home'

/** S4.7: a venue is open at status 0 and at nothing else. */
export function isVenueOpen(status: number): boolean {
  return status === 0
}

/** S4.8: the screen of a sport venue while it is open, else home. */
export function sportVenueTarget(status: number, path: string): string {
  return isVenueOpen(status) ? path : CLOSED_VENUE_TARGET
}

/** What the rules about venues read of one (S3.15). */
export interface VenueState {
  readonly status: number
  readonly isDisplay: number
  /** Epoch milliseconds; null = nobody has said. */
  readonly maintainEnd: number | null
}

const NOT_OPENED_YET = 2

/** The door of a class of venues. `until`: when the first of them is back, where that is known and still to come. */
export type VenueClassState =
  | { readonly state: 'open' }
  | { readonly state: 'maintenance'; readonly until: number | null }
  | { readonly state: 'preparing' }

/**
 * A class is open while one displayed venue of it is, under maintenance while one is that, and otherwise being prepared.
 * Null: nothing of it is displayed.
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
