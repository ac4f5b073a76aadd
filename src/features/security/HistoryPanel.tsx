import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatKickoff } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { securityText, securityMessages } from '#messages/zh/security.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded, LoadedPage } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { clientName } from './DevicePanel.tsx'
import styles from './security.module.css'

type SecurityEvent = DataOf<'security.history'>['list'][number]

const PAGE_ROWS = 20

/** `password-changed` → the text of `kind.passwordChanged`; 安全变动 for a kind that this page does not know. */
function eventText(kind: string): string {
  const name = kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const key = `kind.${name}`
  return key in securityMessages ? securityText(key as 'kind.other') : securityText('kind.other')
}

/** Sign-ins and security changes, 20 a page. */
export function HistoryPanel() {
  const [pageNum, setPageNum] = useState(1)
  const query = useServerData('security.history', { pageNum })
  const { data, failure, isCurrent, isLoading } = query
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_ROWS))
  return (
    <>
      <Loaded query={query} title={securityText('history.failed')} rows={6} />
      {data?.list.length === 0 && (
        <EmptyState level={2} title={securityText('history.empty')} text={securityText('history.emptyText')} />
      )}
      {data !== null && data.list.length > 0 && (
        <>
          <LoadedPage query={query} failed={securityText('history.failed')}>
            <div aria-busy={isLoading}>
              <Rows label={securityText('history.title')}>
                {data.list.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </Rows>
            </div>
          </LoadedPage>
          {pages > 1 && (
            <nav className={styles.foot} aria-label={securityText('history.title')}>
              <span className={styles.pages}>
                <Button size="small" disabled={pageNum === 1 || isLoading} onClick={() => setPageNum(pageNum - 1)}>
                  {securityText('history.previous')}
                </Button>
                <Button size="small" disabled={pageNum >= pages || isLoading} onClick={() => setPageNum(pageNum + 1)}>
                  {securityText('history.next')}
                </Button>
              </span>
              <output>
                {isCurrent || failure !== null
                  ? securityText('history.page', { page: pageNum, pages })
                  : commonText('state.loading')}
              </output>
            </nav>
          )}
        </>
      )}
      <p className={styles.foot}>
        {securityText('history.advice')}
        <Link className={styles.link} to="/app/security/password">
          {securityText('password.submit')}
        </Link>
      </p>
    </>
  )
}

function EventRow({ event: { kind, code, clientType, address, at } }: { readonly event: SecurityEvent }) {
  const isRefused = code !== null && kind !== 'session-ended'
  return (
    <Row
      lead={isRefused ? <CircleAlert size={20} aria-hidden="true" /> : <CircleCheck size={20} aria-hidden="true" />}
      title={eventText(kind)}
      note={`${clientName(clientType)} · ${address}`}
      end={
        <>
          {isRefused && <Badge tone="danger">{securityText('history.refused')}</Badge>}
          {formatKickoff(at, serverNow())}
        </>
      }
    />
  )
}
