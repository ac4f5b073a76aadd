import { Bell } from 'lucide-react'
import { useState } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { usePhoneShell } from '#ui/hooks/use-media.ts'
import { Popover } from '#ui/overlay/Popover.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import styles from './NoticeBell.module.css'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import type { NoticeListProps } from './NoticeList.tsx'
import type { Notices } from './use-notices.ts'

const NoticeList = lazyPanel<NoticeListProps>(async () => (await import('./NoticeList.tsx')).NoticeList)

/** Above this number the badge shows 9+. */
export const MAX_UNREAD_SHOWN = 9

interface NoticeBellProps {
  readonly notices: Notices
  /** Unread announcements and messages. */
  readonly unreadCount: number
}

/** The bell with the number of unread announcements and messages; opens a popover, on a phone a sheet. */
export function NoticeBell({ notices, unreadCount }: NoticeBellProps) {
  const isPhone = usePhoneShell()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const bell = (
    <IconButton
      label={unreadCount === 0 ? commonText('notice.open') : commonText('notice.openCount', { count: unreadCount })}
      icon={<Bell size={20} />}
      count={unreadCount}
      maxCount={MAX_UNREAD_SHOWN}
      {...(isPhone && { onClick: () => setSheetOpen(true), 'aria-haspopup': 'dialog' })}
    />
  )
  if (isPhone) {
    return (
      <>
        {bell}
        <Sheet
          isOpen={isSheetOpen}
          onOpenChange={setSheetOpen}
          title={commonText('notice.title')}
          aside={<ReadAll notices={notices} />}
        >
          <NoticeList notices={notices} hasInboxLink onLeave={() => setSheetOpen(false)} />
        </Sheet>
      </>
    )
  }
  return (
    <Popover trigger={bell} label={commonText('notice.title')} side="bottom">
      <div className={styles.window}>
        <header className={styles.head}>
          <h2>{commonText('notice.title')}</h2>
          <ReadAll notices={notices} />
        </header>
        <NoticeList notices={notices} hasInboxLink />
      </div>
    </Popover>
  )
}

function ReadAll({ notices: { list, unreadCount, markRead } }: { readonly notices: Notices }) {
  if (list === null || list.length === 0) return null
  const isDone = unreadCount === 0
  return (
    <Button
      kind="quiet"
      size="tiny"
      disabled={isDone}
      onClick={() => markRead(list.map(({ announcement }) => announcement))}
    >
      {isDone ? commonText('notice.allRead') : commonText('notice.readAll')}
    </Button>
  )
}
