/** The path of a room. */
export function roomPath(eid: string): string {
  return `/app/live/${encodeURIComponent(eid)}`
}
