import type { Announcement } from '#state/site/announcements.ts'
import { isInForce } from '#state/site/announcements.ts'
import { noticeVersion } from '#state/site/notice-versions.ts'

/** State that decides whether an announcement opens by itself. */
export interface PopupConditions {
  readonly list: readonly Announcement[]
  /** Versions that were already shown in this browser. */
  readonly seen: readonly string[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
  /** Visitors find announcements in the marquee and the list only. */
  readonly isMember: boolean
  /** A sign-in form or a verification is open. */
  readonly isSigningIn: boolean
  readonly isRoom: boolean
  readonly isFullScreen: boolean
  /** Another dialog is open. */
  readonly isDialogOpen: boolean
}

/**
 * S7.28: the announcement that opens by itself now, in the server's order; null if none. Each version opens once, one
 * at a time, never over a room or a full screen, and not before the sign-in is complete.
 */
export function nextPopup(facts: PopupConditions): Announcement | null {
  const { list, seen, now, isMember, isSigningIn, isRoom, isFullScreen, isDialogOpen } = facts
  if (!isMember || isSigningIn || isRoom || isFullScreen || isDialogOpen) return null
  const isDue = (one: Announcement) => one.popup === 1 && isInForce(one, now) && !seen.includes(noticeVersion(one))
  return list.find(isDue) ?? null
}
