import { dateProblems, lastDays } from '../records/records-filter.ts'

export const GAME_STATUSES = ['all', 'open', 'settled'] as const

/** The filter of the records of bets and games, as it is in the URL. */
export interface GameFilter {
  /** `venueEnName`; empty for all. */
  readonly venue: string
  readonly status: (typeof GAME_STATUSES)[number]
  /** First and last day, `YYYY-MM-DD` in the site time zone. */
  readonly from: string
  readonly to: string
}

const DEFAULT_DAYS = 7
/** Days that the reset of an empty list shows. */
export const RESET_DAYS = 30

/** Reads the filter of a URL: the last seven days without dates. Unknown values count as none. */
export function readGameFilter(search: URLSearchParams, now: number): GameFilter {
  const days = lastDays(DEFAULT_DAYS, now)
  const venue = search.get('venue') ?? ''
  return {
    venue: /^[A-Za-z0-9_-]{1,32}$/.test(venue) ? venue : '',
    status: GAME_STATUSES.find((one) => one === search.get('status')) ?? 'all',
    from: search.get('from') || days.from,
    to: search.get('to') || days.to,
  }
}

/** Writes a filter into a copy of the parameters of a URL. */
export function withGameFilter(search: URLSearchParams, filter: GameFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const key of ['venue', 'status', 'from', 'to'] as const) {
    const value = filter[key]
    if (value === '' || value === 'all') next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** The dates and the venue for the server; null if the dates are wrong. */
export function gameRequest({ venue, from, to }: GameFilter) {
  const problems = dateProblems({ from, to })
  if (problems.from !== null || problems.to !== null) return null
  return { ...(venue !== '' && { venueEnName: venue }), start: from, end: to }
}
