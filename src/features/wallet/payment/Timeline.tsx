import { useEffect, useRef } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatClockInFull, formatDate } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { serverNow } from '#transport/client.ts'
import { ErrorLine } from '#ui/ErrorLine.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './payment.module.css'

type OrderEvent = DataOf<'dealRecord.detail'>['events'][number]
type Key = Extract<Parameters<typeof walletText>[0], `deposit.event.${string}`>

const TEXTS: Readonly<Record<string, Key>> = {
  create: 'deposit.event.create',
  start: 'deposit.event.start',
  match: 'deposit.event.match',
  claim: 'deposit.event.claim',
  cancel: 'deposit.event.cancel',
  close: 'deposit.event.close',
  expire: 'deposit.event.expire',
  paid: 'deposit.event.paid',
  confirm: 'deposit.event.confirm',
  appeal: 'deposit.event.appeal',
  late: 'deposit.event.late',
  reject: 'deposit.event.reject',
  return: 'deposit.event.return',
  returned: 'deposit.event.returned',
}
/** Events that mean something else if the payment channel caused them. */
const BY_ADAPTER: Readonly<Record<string, Key>> = {
  claim: 'deposit.event.claimAdapter',
  appeal: 'deposit.event.appealAdapter',
}

function eventText({ event, actor }: OrderEvent): string {
  return walletText((actor === 'adapter' ? BY_ADAPTER[event] : undefined) ?? TEXTS[event] ?? 'deposit.event.other')
}

export interface TimelineProps {
  readonly orderNo: string
  /** Names the state of the order. Another one reads the events again. */
  readonly revision: string
}

/** What has happened to an order, oldest first, with the times of the server. */
export function Timeline({ orderNo, revision }: TimelineProps) {
  const { data, failure, isLoading, retry } = useMemberData('dealRecord.detail', { orderNo })
  const read = useRef(revision)
  useEffect(() => {
    if (read.current === revision) return
    read.current = revision
    retry()
  }, [revision, retry])
  return (
    <Panel title={walletText('deposit.order.timeline')}>
      {data === null && failure === null && (
        <Loading className={styles.waiting}>
          <Skeleton height="88px" shape="plate" />
        </Loading>
      )}
      {data === null && failure && (
        <ErrorLine
          message={walletText('deposit.order.timelineFailed')}
          failure={failure}
          isRetrying={isLoading}
          onRetry={retry}
        />
      )}
      {data !== null && (
        <ol className={styles.timeline} aria-label={walletText('deposit.order.timeline')}>
          {data.events.map((event) => (
            <li key={`${event.to} ${event.at} ${event.event}`}>
              <b>{eventText(event)}</b>
              {event.note !== '' && <span dir="auto">{event.note}</span>}
              <time dateTime={new Date(event.at).toISOString()}>
                {formatDate(event.at, serverNow())} {formatClockInFull(event.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
