import { useAtom, useAtomValue } from 'jotai'
import { useId, useRef, useState } from 'react'
import { t } from '#lib/messages/common.ts'
import { isRobotCheckOpenAtom, memberAtom } from '#state/session/session.ts'
import type { Announcement } from '#state/site/announcements.ts'
import { announcementsAtom } from '#state/site/announcements.ts'
import { noticeVersion, addNoticeVersions } from '#state/site/notice-versions.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { sessionAlertAtom } from '#state/session/verification.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { useIsDialogOpen } from '#ui/open-dialogs.ts'
import { useFullScreenElement } from '#ui/use-full-screen-element.ts'
import styles from './AnnouncementWindow.module.css'
import { nextPopup } from './popup-rule.ts'

/** Announcements that open by themselves (S7.28). Reading one marks it as read in the list. The card is not modal. */
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
  const titleId = useId()
  const card = useRef<HTMLDialogElement>(null)

  const facts = { list: list ?? [], seen: seenPopups, isMember, isSigningIn, isRoom, isFullScreen, isDialogOpen }
  const next = nextPopup({ ...facts, now: serverNow() })
  if (next !== null && !isOpen) {
    setShown(next)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    if (shown === null) return
    const mark = [noticeVersion(shown)]
    const seen = addNoticeVersions(seenPopups, mark)
    setPreferences({ seenPopups: seen, readNotices: addNoticeVersions(readNotices, mark) })
    if (!card.current?.contains(document.activeElement)) return
    // The focus moves to the page when the card closes, but not when it shows the next announcement.
    const isLast = nextPopup({ ...facts, seen, now: serverNow() }) === null
    const heir = isLast ? document.querySelector<HTMLElement>('main') : card.current
    heir?.focus({ preventScroll: true })
  }
  // In a room the card would cover the composer, so it is hidden until the viewer leaves the room.
  if (!isOpen || shown === null || isRoom || isFullScreen) return null
  return (
    <dialog
      ref={card}
      open
      className={styles.card}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {shown.title}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long one scrolls within the card, by keyboard too */}
      <p key={noticeVersion(shown)} className={styles.text} tabIndex={0}>
        {shown.content}
      </p>
      <Button kind="primary" size="small" onClick={close}>
        {t('notice.done')}
      </Button>
    </dialog>
  )
}
