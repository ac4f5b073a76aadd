import type { Member } from '../endpoints/shapes.ts'

/** S2.8: any path that contains this word is the path of an activity. */
export const ACTIVITY_PATH_WORD = 'carnivalactivity'

/** S2.8: true for paths of activities. */
export function isActivityPath(pathname: string): boolean {
  return pathname.includes(ACTIVITY_PATH_WORD)
}

/** Tag of members who are excluded from all activities (S6.10). */
export const ACTIVITY_BLACKLIST_TAG = 'ACT_BLACK'

/** True if a member is excluded from all activities (S6.10, S8.22). Visitors are not. */
export function isBarredFromActivities(member: Pick<Member, 'tags'> | null | undefined): boolean {
  return member?.tags.includes(ACTIVITY_BLACKLIST_TAG) ?? false
}
