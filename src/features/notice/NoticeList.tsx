import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { inboxText } from '#messages/zh/inbox.ts'
import { memberAtom } from '#state/session/session.ts'
import { unreadMessagesAtom } from '#state/session/unread.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './NoticeList.module.css'
import type { Notices } from './use-notices.ts'

const GREY_ROWS = [1, 2, 3]

export interface NoticeListProps {
  readonly notices: Notices
  /** Shows members the way to their messages, above the announcements. */
  readonly hasInboxLink?: boolean
  /** The link was pressed. */
  readonly onLeave?: () => void
}

/** The announcements as disclosures. Opening one marks it as read. */
export function NoticeList({ notices, hasInboxLink = false, onLeave }: NoticeListProps) {
  const unread = useAtomValue(unreadMessagesAtom)
  const isMember = useAtomValue(memberAtom) !== null
  const count = unread ? unread.public + unread.private + unread.notice : 0
  return (
    <>
      {hasInboxLink && isMember && (
        <Link className={styles.inbox} to="/app/messages" onClick={onLeave}>
          {inboxText('bell.inbox')}
          <span data-count={count}>{count === 0 ? inboxText('bell.none') : inboxText('bell.unread', { count })}</span>
        </Link>
      )}
      <Announcements notices={notices} />
    </>
  )
}

function Announcements({ notices }: Pick<NoticeListProps, 'notices'>) {
  const { list, failure, isLoading, retry, markRead, now } = notices
  const [openId, setOpenId] = useState<string | null>(null)
  if (list === null && failure !== null) {
    const { code, traceId } = failure
    const error = { code, traceId, isRetrying: isLoading, onRetry: retry }
    return <ErrorPanel message={commonText('notice.errorText')} {...error} />
  }
  if (list === null) {
    return (
      <Loading className={styles.list}>
        {GREY_ROWS.map((row) => (
          <div key={row} className={styles.grey}>
            <Skeleton width="55%" height="16px" />
            <Skeleton height="14px" />
          </div>
        ))}
      </Loading>
    )
  }
  if (list.length === 0)
    return <EmptyState scene="mail" title={commonText('notice.emptyTitle')} text={commonText('notice.emptyText')} />
  return (
    <ul className={styles.list}>
      {list.map(({ announcement, isUnread }) => {
        const { id, title, content, start } = announcement
        const isOpen = id === openId
        return (
          <li key={id}>
            <button
              className={styles.row}
              type="button"
              aria-expanded={isOpen}
              data-unread={isUnread || undefined}
              onClick={() => {
                setOpenId(isOpen ? null : id)
                if (isUnread) markRead([announcement])
              }}
            >
              <span className={styles.title}>
                {isUnread && <span className="visually-hidden">{commonText('notice.unread')}</span>}
                <bdi>{title}</bdi>
              </span>
              <time className={styles.date} dateTime={new Date(start).toISOString()}>
                {formatDate(start, now)}
              </time>
              <span className={styles.content} dir="auto" data-open={isOpen || undefined}>
                {content}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
