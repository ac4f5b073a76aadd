import { Copy } from 'lucide-react'
import { useEffect } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatClockInFull } from '#lib/format.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './Outbox.module.css'

type Message = DataOf<'demo.outbox'>['list'][number]
const REFRESH_MS = 3_000

/** Text messages and mails of the demo server, newest first. Refreshed every three seconds while the page is visible. */
export function Outbox() {
  const query = useServerData('demo.outbox', {})
  const { data, failure, retry } = query
  const hasFailed = failure !== null
  useEffect(() => {
    // After a failure the member or the next connection retries.
    if (hasFailed) return
    const refresh = () => {
      if (!document.hidden) retry()
    }
    const timer = window.setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [retry, hasFailed])
  if (data === null) {
    return (
      <Loaded
        query={query}
        title={registrationText('outbox.failed')}
        message={failure?.message ?? ''}
        skeleton={
          <Loading>
            <Skeleton height="96px" shape="plate" />
          </Loading>
        }
      />
    )
  }
  if (data.list.length === 0) {
    return (
      <EmptyState
        scene="mail"
        level={2}
        title={registrationText('outbox.empty')}
        text={registrationText('outbox.emptyText')}
      />
    )
  }
  return (
    <ul className={styles.list} aria-label={registrationText('outbox.list')}>
      {data.list.map((message) => (
        <OutboxMessage key={message.id} message={message} />
      ))}
    </ul>
  )
}

function OutboxMessage({ message: { channel, to, text, at } }: { readonly message: Message }) {
  const [code] = /\b\d{6}\b/.exec(text) ?? []
  return (
    <li className={styles.message}>
      <p className={styles.head}>
        <b>{registrationText(channel === 'sms' ? 'outbox.sms' : 'outbox.mail')}</b>
        <span>{to}</span>
        <time dateTime={new Date(at).toISOString()}>{formatClockInFull(at)}</time>
      </p>
      <p className={styles.text}>{text}</p>
      {code !== undefined && (
        <CopyButton
          text={code}
          name={registrationText('outbox.code')}
          size="small"
          icon={<Copy size={16} aria-hidden="true" />}
        >
          {registrationText('outbox.copy', { code })}
        </CopyButton>
      )}
    </li>
  )
}
