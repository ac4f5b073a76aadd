import type { Member } from '../endpoints/shapes.ts'

/** S2.8: the word that makes any path the path of an activity. */
export const ACTIVITY_PATH_WORD = 'carnivalactivity'

/** S2.8: whether a path is that of an activity, wherever the word stands in it. */
export function isActivityPath(pathname: string): boolean {
  return pathname.includes(ACTIVITY_PATH_WORD)
}

/** The tag of members who may join no activity at all (S6.10). */
export const ACTIVITY_BLACKLIST_TAG = 'ACT_BLACK'

/** Whether a member is barred from all activities (S6.10, S8.22); a visitor is not. */
export function isBarredFromActivities(member: Pick<Member, 'tags'> | null | undefined): boolean {
  return member?.tags.includes(ACTIVITY_BLACKLIST_TAG) ?? false
}
