import { useAtomValue } from 'jotai'
import { eventsOf } from '#protocol/wallet/order-states.ts'
import { formatClock } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { clockAtom } from '#state/data/clock.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { actorText, eventText, nextText, timeText } from './order-texts.ts'
import type { OrderDetail } from './use-order.ts'
import styles from './order.module.css'

/** The events of an order, oldest first, and what happens next. Times are those of the server. */
export function OrderTimeline({ detail: { order, events } }: { readonly detail: OrderDetail }) {
  const now = useAtomValue(clockAtom)
  const { kind, status, expireAt } = order
  const next = nextText(order, now)
  return (
    <Panel title={walletText('withdraw.order.timeline')}>
      <ol className={styles.timeline} aria-label={walletText('withdraw.order.timeline')}>
        {events.map((event, index) => {
          const by = actorText(event)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- events are only added at the end
            <li key={index} data-event={event.event} aria-current={index === events.length - 1 ? 'step' : undefined}>
              <b>{eventText(kind, event)}</b>
              {event.note !== '' && (
                <span dir="auto">
                  {event.actor === 'member' ? walletText('withdraw.order.note', { note: event.note }) : event.note}
                </span>
              )}
              <small>
                <time dateTime={new Date(event.at).toISOString()}>{timeText(event.at, now)}</time>
                {by !== null && ` · ${by}`}
              </small>
            </li>
          )
        })}
        {next !== null && (
          <li data-next>
            <b>{next}</b>
            {expireAt !== null && eventsOf(kind, status, 'system').includes('expire') && (
              <span>{walletText('withdraw.order.until', { clock: formatClock(expireAt) })}</span>
            )}
          </li>
        )}
      </ol>
    </Panel>
  )
}
