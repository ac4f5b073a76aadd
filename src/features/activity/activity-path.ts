import { ACTIVITY_PATH_WORD, isActivityPath } from '#protocol/rules/activity.ts'

const CANONICAL = `/app/${ACTIVITY_PATH_WORD}`
/** Paths of the route: the canonical segment and at most one id. */
const OWN = new RegExp(`^${CANONICAL}(/[^/]*)?/?$`)
const PUBLIC_ID = /^[A-Za-z0-9-]{1,64}$/

/** The path of a campaign. Without an id, the path of the current campaign. */
export function activityPath(activityId: string | null): string {
  return activityId === null ? CANONICAL : `${CANONICAL}/${encodeURIComponent(activityId)}`
}

/** The campaign id of a path: the segment after the canonical one. Null if the path has none. */
export function activityIdOf(pathname: string): string | null {
  const parts = pathname.split('/')
  const id = parts[parts.findIndex((part) => isActivityPath(part)) + 1]
  return id === undefined || id === '' ? null : decoded(id)
}

/** S2.8: the canonical path for a path that has the segment elsewhere. Null for canonical and all other paths. */
export function activityRedirect(pathname: string): string | null {
  if (!isActivityPath(pathname) || OWN.test(pathname)) return null
  return activityPath(activityIdOf(pathname))
}

/** Returns whether an id has the format of a campaign id. Other ids are not requested. */
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
