import { Link } from 'react-router-dom'
import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import { siteDateTimeOf } from '#protocol/time.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { failureText } from '#lib/failure-text.ts'
import { Button } from '#ui/button/Button.tsx'
import { ListFoot } from '#ui/page/ListFoot.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { OrderStatus } from '../order/OrderStatus.tsx'
import { orderKindOf, recordTypeText } from './record-text.ts'
import { RecordAmount } from './RecordAmount.tsx'
import styles from './records.module.css'
import type { RecordsList as Records } from './use-records.ts'

const SKELETON_ROWS = 8
const COLUMNS = [
  'records.column.time',
  'records.column.type',
  'records.column.number',
  'records.column.amount',
  'records.column.status',
] as const

interface RecordsListProps {
  readonly records: Records
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** Orders and postings as a table on wide screens and as cards on a phone; more load near the end. */
export function RecordsList({ records, isFiltered, onClear }: RecordsListProps) {
  const { list, failure, isLoading, more } = records
  if (list === null) {
    if (failure === null || isLoading) {
      return (
        <Loading className={styles.loading}>
          {Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <Skeleton key={index} height="52px" shape="plate" />
          ))}
        </Loading>
      )
    }
    return (
      <ErrorPanel
        title={walletText('records.list.failed')}
        message={failureText(failure, walletText('records.list.failedText'))}
        failure={failure}
        onRetry={more}
      />
    )
  }
  if (list.length === 0) {
    return isFiltered ? (
      <EmptyState
        title={walletText('records.list.noHit')}
        text={walletText('records.list.noHitText')}
        action={
          <Button kind="outline" size="small" onClick={onClear}>
            {walletText('records.list.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState title={walletText('records.list.empty')} text={walletText('records.list.emptyText')} />
    )
  }
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        {COLUMNS.map((key) => (
          <span key={key}>{walletText(key)}</span>
        ))}
      </div>
      <ul className={styles.list} aria-label={walletText('records.list.label')} aria-busy={isLoading}>
        {list.map((record) => (
          <li key={record.id}>
            <RecordRow record={record} />
          </li>
        ))}
      </ul>
      <Foot records={records} count={list.length} />
    </>
  )
}

/** A record; that of an order, or of its fee, leads to the order. */
function RecordRow({ record }: { readonly record: DealRecord }) {
  const { id, type, orderNo, status, createdAt } = record
  const kind = orderKindOf(type)
  const cells = (
    <>
      <time className={styles.time} dateTime={new Date(createdAt).toISOString()}>
        {siteDateTimeOf(createdAt)}
      </time>
      <b className={styles.kind}>{recordTypeText(type)}</b>
      <span className={styles.number}>{orderNo}</span>
      <b className={styles.amount}>
        <RecordAmount record={record} />
      </b>
      <span className={styles.status}>
        {kind === null ? (
          <Badge tone="plain">{walletText('records.list.booked')}</Badge>
        ) : (
          <OrderStatus kind={kind} status={status} />
        )}
      </span>
    </>
  )
  return orderNo === '' ? (
    <div className={styles.row} data-record={id}>
      {cells}
    </div>
  ) : (
    <Link className={styles.row} to={`/app/wallet/records/${orderNo}`} data-record={id}>
      {cells}
    </Link>
  )
}

function Foot({ records, count }: { readonly records: Records; readonly count: number }) {
  const { more, hasMore, isLoading, failure } = records
  const text = {
    failed: walletText('records.list.moreFailed'),
    more: walletText('records.list.more'),
    end: walletText('records.list.end', { count }),
  }
  return <ListFoot {...{ count, hasMore, isLoading, failure, text }} onMore={more} />
}
