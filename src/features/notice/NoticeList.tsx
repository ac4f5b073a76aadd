import { useState } from 'react'
import { formatDate } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './NoticeList.module.css'
import type { Notices } from './use-notices.ts'

const GREY_ROWS = [1, 2, 3]

export interface NoticeListProps {
  readonly notices: Notices
}

/** The announcements as disclosures. Opening one marks it as read. */
export function NoticeList({ notices }: NoticeListProps) {
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
