import { useAtom, useAtomValue } from 'jotai'
import { type RefObject, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { isRobotCheckOpenAtom, memberAtom } from '#state/session/session.ts'
import { type Announcement, announcementsAtom, isInForce } from '#state/site/announcements.ts'
import { noticeVersion, addNoticeVersions } from '#state/site/notice-versions.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { sessionAlertAtom } from '#state/session/verification.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { useFullScreenElement } from '#ui/hooks/use-full-screen-element.ts'
import { usePhoneShell } from '#ui/hooks/use-media.ts'
import { useIsDialogOpen } from '#ui/overlay/open-dialogs.ts'
import styles from './AnnouncementWindow.module.css'

/**
 * Announcements that open by themselves (S7.28). Reading one marks it as read in the list. The card is not modal. On a phone
 * it is part of the page: below the content, and above that of the next screen (decision 204).
 */
export function AnnouncementWindow({ isRoom }: { readonly isRoom: boolean }) {
  const { list } = useAtomValue(announcementsAtom)
  const isMember = useAtomValue(memberAtom) !== null
  const [{ seenPopups, readNotices }, setPreferences] = useAtom(uiPreferencesAtom)
  const isAlertOpen = useAtomValue(sessionAlertAtom)
  const isSigningIn = useAtomValue(isRobotCheckOpenAtom) || isAlertOpen
  const isFullScreen = useFullScreenElement() !== null
  const isDialogOpen = useIsDialogOpen()
  const [shown, setShown] = useState<Announcement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const isPhone = usePhoneShell()
  const [openedAt, setOpenedAt] = useState('')
  const card = useRef<HTMLDialogElement>(null)

  const viewer = { isMember, isSigningIn, isRoom, isFullScreen, isDialogOpen }
  const conditions = { list: list ?? [], seen: seenPopups, now: serverNow(), ...viewer }
  const next = nextPopup(conditions)
  if (isOpen && !isStillDue(shown, conditions)) setOpen(false)
  else if (next !== null && !isOpen) {
    setShown(next)
    setOpen(true)
    setOpenedAt(pathname)
  }
  const close = () => {
    setOpen(false)
    if (shown === null) return
    const mark = [noticeVersion(shown)]
    const seen = addNoticeVersions(seenPopups, mark)
    setPreferences({ seenPopups: seen, readNotices: addNoticeVersions(readNotices, mark) })
    if (!card.current?.contains(document.activeElement)) return
    // The focus moves to the page when the card closes, but not when it shows the next announcement.
    const isLast = nextPopup({ ...conditions, seen, now: serverNow() }) === null
    const heir = isLast ? document.querySelector<HTMLElement>('main') : card.current
    heir?.focus({ preventScroll: true })
  }
  // A room has no place for the card, so it is hidden until the viewer leaves the room.
  if (!isOpen || shown === null || isRoom || isFullScreen) return null
  const slot = isPhone && pathname !== openedAt ? document.querySelector('[data-announcement-slot]') : null
  const element = <AnnouncementCard ref={card} announcement={shown} isPhone={isPhone} onClose={close} />
  // In the document where it is seen: the order of reading and of the keyboard is that of the page.
  return slot === null ? element : createPortal(element, slot)
}

interface AnnouncementCardProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly announcement: Announcement
  readonly isPhone: boolean
  readonly onClose: () => void
}

/** One announcement. On a phone it starts folded: one line of the text. */
function AnnouncementCard({ ref, announcement, isPhone, onClose }: AnnouncementCardProps) {
  const version = noticeVersion(announcement)
  // The element stays for the next announcement, which starts folded.
  const [expanded, setExpanded] = useState<string | null>(null)
  const isFolded = isPhone && expanded !== version
  const titleId = useId()
  const expand = () => {
    setExpanded(version)
    // The button is removed.
    ref.current?.focus({ preventScroll: true })
  }
  return (
    <dialog
      ref={ref}
      open
      className={classNames(styles.card, isFolded && styles.folded)}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <h2 id={titleId} className={styles.title} dir="auto">
        {announcement.title}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long one scrolls within the card, by keyboard too */}
      <p key={version} className={styles.text} dir="auto" {...(!isFolded && { tabIndex: 0 })}>
        {announcement.content}
      </p>
      <div className={styles.actions}>
        {isFolded && (
          <Button kind="quiet" size="small" aria-expanded={false} onClick={expand}>
            {commonText('notice.expand')}
          </Button>
        )}
        <Button kind="primary" size="small" onClick={onClose}>
          {commonText('notice.done')}
        </Button>
      </div>
    </dialog>
  )
}

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
export function nextPopup(conditions: PopupConditions): Announcement | null {
  const { list, seen, now, isMember, isSigningIn, isRoom, isFullScreen, isDialogOpen } = conditions
  if (!isMember || isSigningIn || isRoom || isFullScreen || isDialogOpen) return null
  return list.find((one) => isDue(one, seen, now)) ?? null
}

function isDue(one: Announcement, seen: readonly string[], now: number): boolean {
  return one.popup === 1 && isInForce(one, now) && !seen.includes(noticeVersion(one))
}

/** False if the open announcement has ended, was changed, withdrawn or closed in another tab, and for visitors. */
function isStillDue(shown: Announcement | null, { list, seen, now, isMember }: PopupConditions): boolean {
  if (shown === null || !isMember) return false
  const version = noticeVersion(shown)
  return list.some((one) => noticeVersion(one) === version && isDue(one, seen, now))
}
