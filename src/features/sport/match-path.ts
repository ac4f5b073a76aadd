/** Path of the page with all markets of a match. */
export function sportMatchPath(matchId: string): string {
  return `/app/sports/match/${encodeURIComponent(matchId)}`
}
