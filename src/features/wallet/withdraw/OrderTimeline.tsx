import { useAtomValue } from 'jotai'
import { formatClock, formatClockInFull, formatDate } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { clockAtom } from '#state/data/clock.ts'
import { eventText, nextText, type OrderDetail } from './timeline.ts'
import styles from './withdraw.module.css'

/** The events of a withdrawal, oldest first, and what happens next. Times are those of the server. */
export function OrderTimeline({ detail: { order, events } }: { readonly detail: OrderDetail }) {
  const now = useAtomValue(clockAtom)
  const next = nextText(order, now)
  const { kind, expireAt, status } = order
  // A fast withdrawal that waits for its payer has a last time.
  const until = kind === 'fastWithdraw' && (status === '0' || status === '1') ? expireAt : null
  return (
    <ol className={styles.timeline}>
      {events.map((event, index) => (
        <li key={`${event.at} ${event.to}`} aria-current={index === events.length - 1 ? 'step' : undefined}>
          <b>{eventText(kind, event)}</b>
          {event.note !== '' && event.actor === 'member' && (
            <span>{walletText('withdraw.order.note', { note: event.note })}</span>
          )}
          <time dateTime={new Date(event.at).toISOString()}>
            {formatDate(event.at, now)} {formatClockInFull(event.at)}
          </time>
        </li>
      ))}
      {next !== null && (
        <li data-next>
          <b>{next}</b>
          {until !== null && <span>{walletText('withdraw.order.until', { clock: formatClock(until) })}</span>}
        </li>
      )}
    </ol>
  )
}
