import { ACTIVITY_PATH_WORD, isActivityPath } from '#protocol/rules/activity.ts'

const CANONICAL = `/app/${ACTIVITY_PATH_WORD}`
/** What the route takes: the word as a part of its own, and one id at most. */
const OWN = new RegExp(`^${CANONICAL}(/[^/]*)?/?$`)
const PUBLIC_ID = /^[A-Za-z0-9-]{1,64}$/

/** The address of a campaign; without an id that of the one that is on. */
export function activityPath(activityId: string | null): string {
  return activityId === null ? CANONICAL : `${CANONICAL}/${encodeURIComponent(activityId)}`
}

/** Which campaign a path names: the part after the one that holds the word; null when it names none. */
export function activityIdOf(pathname: string): string | null {
  const parts = pathname.split('/')
  const id = parts[parts.findIndex((part) => isActivityPath(part)) + 1]
  return id === undefined || id === '' ? null : decoded(id)
}

/** S2.8: where a path with the word in another place leads; null for the page itself and for every other path. */
export function activityRedirect(pathname: string): string | null {
  if (!isActivityPath(pathname) || OWN.test(pathname)) return null
  return activityPath(activityIdOf(pathname))
}

/** Whether an id can be one that the server knows: what cannot be is not asked for. */
export function isActivityId(id: string): boolean {
  return PUBLIC_ID.test(id)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
