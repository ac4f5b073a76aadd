import type { Announcement } from '#state/site/announcements.ts'
import { isInForce } from '#state/site/announcements.ts'
import { noticeVersion } from '#state/site/notice-versions.ts'

/** Everything that decides whether an announcement may open by itself now. */
export interface PopupFacts {
  readonly list: readonly Announcement[]
  /** Versions that have opened in this browser before. */
  readonly seen: readonly string[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
  /** Visitors read announcements in the marquee and under the bell; nothing stands between them and the match. */
  readonly isMember: boolean
  /** Signing in has not been finished: a safety check, or the form itself. */
  readonly isSigningIn: boolean
  readonly isRoom: boolean
  readonly isFullScreen: boolean
  /** Another window is open. */
  readonly isDialogOpen: boolean
}

/**
 * S7.28: the announcement that opens by itself now, the first in the server's order; null = none. Each wording opens
 * once, one at a time, never over a room or a full screen, and never before signing in is done.
 */
export function nextPopup(facts: PopupFacts): Announcement | null {
  const { list, seen, now, isMember, isSigningIn, isRoom, isFullScreen, isDialogOpen } = facts
  if (!isMember || isSigningIn || isRoom || isFullScreen || isDialogOpen) return null
  const isDue = (one: Announcement) => one.popup === 1 && isInForce(one, now) && !seen.includes(noticeVersion(one))
  return list.find(isDue) ?? null
}
