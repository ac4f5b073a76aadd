import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { formatDate } from '#lib/format.ts'
import { entriesText } from '#messages/zh/entries.ts'
import { announcementsAtom, isInForce, loadAnnouncements, watchAnnouncements } from '#state/site/announcements.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Block } from '#ui/state/Block.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './NoticePanel.module.css'

/** Older announcements are permanent rules and show no date. */
const NEW_MS = 30 * 24 * 60 * 60_000

/** The announcements of the site in full. `now`: server clock, epoch milliseconds. */
export function NoticePanel({ now }: { readonly now: number }) {
  const { list, failure, isLoading } = useAtomValue(announcementsAtom)
  useEffect(watchAnnouncements, [])
  return (
    <Block
      name={entriesText('promos.notices')}
      query={{ data: list, failure, isLoading, retry: () => void loadAnnouncements() }}
      failed={entriesText('promos.noticesFailed')}
      isEmpty={(all) => !all.some((notice) => isInForce(notice, now))}
      skeleton={<Skeleton shape="plate" height="220px" />}
    >
      {(all) => (
        <Panel title={entriesText('promos.notices')}>
          <Rows>
            {all
              .filter((notice) => isInForce(notice, now))
              .map(({ id, title, content, start }) => (
                <Row
                  key={id}
                  className={styles.notice}
                  title={title}
                  note={content}
                  end={
                    now - start < NEW_MS && (
                      <time dateTime={new Date(start).toISOString()}>{formatDate(start, now)}</time>
                    )
                  }
                />
              ))}
          </Rows>
        </Panel>
      )}
    </Block>
  )
}
