import { useState } from 'react'
import { formatClock, formatDate } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { Button } from '#ui/button/Button.tsx'
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

/** What the member has done and won in activities of the kind, the newest first, one page at a time. */
export function ActivityRecords({ activity, kind, now }: RecordsProps) {
  const [pageNum, setPage] = useState(1)
  // A changed part is a changed list.
  const changed = activity.steps.map(({ cycle, status }) => `${cycle} ${status}`).join()
  return (
    <Panel title={activityText('records')}>
      <RecordPage key={changed} name={activity.name} kind={kind} pageNum={pageNum} now={now} onPage={setPage} />
    </Panel>
  )
}

interface RecordPageProps extends Pick<RecordsProps, 'kind' | 'now'> {
  readonly name: ActivityData['name']
  readonly pageNum: number
  readonly onPage: (pageNum: number) => void
}

function RecordPage({ name, kind, pageNum, now, onPage }: RecordPageProps) {
  const query = useMemberData('activity.records', { name, pageNum })
  return (
    <Loaded query={query} title={activityText('records.failed')} rows={2} height={56}>
      {({ list, total, pageSize }) =>
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
            {total > pageNum * pageSize && (
              <Button size="small" kind="quiet" isWide onClick={() => onPage(pageNum + 1)}>
                {activityText('records.more')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}
