import { useCallback, useRef } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { type ReadPage, useOlderPages } from '#state/data/use-older-pages.ts'
import { call } from '#transport/client.ts'
import { ListFoot } from '#ui/page/ListFoot.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import styles from './ActivityView.module.css'
import type { ActivityData, ActivityPicture } from './activity-parts.ts'

interface RecordsProps {
  readonly activity: ActivityData
  readonly kind: ActivityPicture
  readonly now: number
}

type ActivityRecord = DataOf<'activity.records'>['list'][number]

/** What the member has done and won in activities of the kind, the newest first, page by page. */
export function ActivityRecords({ activity, kind, now }: RecordsProps) {
  // A changed part is a changed list.
  const changed = activity.steps.map(({ cycle, status }) => `${cycle} ${status}`).join()
  return (
    <Panel title={activityText('records')}>
      <RecordList key={changed} name={activity.name} kind={kind} now={now} />
    </Panel>
  )
}

interface RecordListProps extends Pick<RecordsProps, 'kind' | 'now'> {
  readonly name: ActivityData['name']
}

function RecordList({ name, kind, now }: RecordListProps) {
  const page = useRef(0)
  const read = useCallback<ReadPage<ActivityRecord>>(
    async (last, signal) => {
      const pageNum = last === null ? 1 : page.current + 1
      const result = await call('activity.records', { name, pageNum }, { signal })
      if (!result.ok) return result
      page.current = pageNum
      const { list, total, pageSize } = result.data
      return success({ list, hasMore: total > pageNum * pageSize })
    },
    [name],
  )
  const { records, hasMore, failure, isLoading, load } = useOlderPages(read)
  return (
    <Loaded
      query={{ data: records, failure, isLoading, retry: load }}
      title={activityText('records.failed')}
      rows={2}
      height={56}
    >
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={activityText('records.empty')} />
        ) : (
          <>
            <Rows>
              {list.map(({ activityId, cycle, data, status, amount, currency, at }) => (
                <Row
                  key={`${activityId} ${cycle}`}
                  title={kind.recordOf(cycle, data)}
                  note={`${formatDate(at, now)} ${formatClock(at)}`}
                  end={
                    <span className={styles.recordEnd}>
                      {amount > 0 && <b>{rewardText(amount, currency)}</b>}
                      <small>{activityText(`state.${status}`)}</small>
                    </span>
                  }
                />
              ))}
            </Rows>
            <ListFoot
              count={list.length}
              {...{ hasMore, isLoading, failure }}
              text={{
                failed: activityText('records.moreFailed'),
                more: activityText('records.more'),
                end: activityText('records.end'),
              }}
              onMore={load}
            />
          </>
        )
      }
    </Loaded>
  )
}
