import { useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Failure } from '#protocol/result.ts'
import { useServerNow } from '#state/data/clock.ts'
import { type Announcement, announcementsAtom, isInForce, loadAnnouncements } from '#state/site/announcements.ts'
import { noticeVersion, unreadNotices, addNoticeVersions } from '#state/site/notice-versions.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'

interface Notice {
  readonly announcement: Announcement
  readonly isUnread: boolean
}

export interface Notices {
  /** Newest first; null before the first response. */
  readonly list: readonly Notice[] | null
  readonly unreadCount: number
  readonly failure: Failure | null
  readonly isLoading: boolean
  readonly retry: () => void
  readonly markRead: (announcements: readonly Announcement[]) => void
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** The current announcements and which of them were read in this browser. */
export function useNotices(): Notices {
  const { list, failure, isLoading } = useAtomValue(announcementsAtom)
  const [{ readNotices }, setPreferences] = useAtom(uiPreferencesAtom)
  const now = useServerNow()
  const notices = useMemo(() => {
    if (list === null) return null
    const current = list.filter((one) => isInForce(one, now))
    current.sort((one, other) => other.start - one.start)
    const unread = new Set(unreadNotices(current, readNotices))
    return current.map((announcement) => ({ announcement, isUnread: unread.has(announcement) }))
  }, [list, readNotices, now])
  return {
    list: notices,
    unreadCount: notices?.filter(({ isUnread }) => isUnread).length ?? 0,
    failure,
    isLoading,
    retry: () => void loadAnnouncements(),
    markRead: (announcements) =>
      setPreferences({ readNotices: addNoticeVersions(readNotices, announcements.map(noticeVersion)) }),
    now,
  }
}
