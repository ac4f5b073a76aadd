import type { Member } from '../endpoints/shapes.ts'

/** S2.8: any path that contains this word is the path of an activity. */
export const ACTIVITY_PATH_WORD = 'carnivalactivity'

/** S2.8: true for paths of activities. */
export function isActivityPath(pathname: string): boolean {
  return pathname.includes(ACTIVITY_PATH_WORD)
}

/**
 * S6.10: tags that restrict a member, with the code of a refused call. `ACT_BLACK` excludes from all activities (S8.22),
 * `NO_GRADE` from VIP upgrades, birthday gifts, weekly and monthly dividends and rebates.
 */
export const RESTRICTING_TAGS = { ACT_BLACK: 'ACTIVITY_BLACKLIST', NO_GRADE: 'ACTIVITY_STATE' } as const
export type RestrictingTag = keyof typeof RESTRICTING_TAGS

/** True if a member has the tag. Visitors have none. */
export function hasTag(member: Pick<Member, 'tags'> | null | undefined, tag: RestrictingTag): boolean {
  return member?.tags.includes(tag) ?? false
}

/** True if a member is excluded from all activities (S6.10, S8.22). */
export function isBarredFromActivities(member: Pick<Member, 'tags'> | null | undefined): boolean {
  return hasTag(member, 'ACT_BLACK')
}
