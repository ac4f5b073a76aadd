import type { VipChangeReason } from '../endpoints/club.ts'

/** Annex J: numbers of qualified friends. */
export const INVITE_RUNGS = [1, 3, 5, 10, 20, 50] as const
/** The grade that a friend must reach. */
const QUALIFYING_GRADE = 1

/** A change of the grade of a friend. */
interface GradeChange {
  readonly to: number
  readonly reason: VipChangeReason
}

/**
 * The one rule of qualified friends: a friend who has reached VIP 1 by settled play is qualified for good, even if the grade
 * is lost for lack of play. Only a resettlement takes it back.
 *
 * @param changes of the grade, oldest first
 */
export function isQualifiedFriend(changes: readonly GradeChange[]): boolean {
  let isQualified = false
  for (const { to, reason } of changes) {
    if (reason === 'correction') isQualified = to >= QUALIFYING_GRADE
    else if (reason === 'turnover') isQualified ||= to >= QUALIFYING_GRADE
  }
  return isQualified
}

/** The rungs that a number of qualified friends has reached. */
export function reachedRungs(qualified: number): readonly number[] {
  return INVITE_RUNGS.filter((rung) => rung <= qualified)
}
