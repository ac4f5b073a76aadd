import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { isTerminal } from '#protocol/wallet/order-states.ts'
import { formatKickoff } from '#lib/format.ts'
import { wd } from '#lib/messages/wallet-withdraw.ts'
import { failureText } from '#state/data/failure-text.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { LoadStates } from '#ui/LoadStates.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Row, Rows } from '#ui/Rows.tsx'
import { Amount } from '../Amount.tsx'
import { OrderStatus } from '../OrderStatus.tsx'
import styles from './withdraw.module.css'

const PAGE_ROWS = 20

/** Fast withdrawals of the member, newest first, 20 a page (S7.71). Nothing if there are none. */
export function FastList() {
  const [pageNum, setPageNum] = useState(1)
  const query = useServerData('fastWithdraw.list', { pageNum })
  const { data, isLoading } = query
  if (data?.total === 0) return <RecordsLink />
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_ROWS))
  return (
    <>
      <Panel title={wd('fast.title')}>
        <LoadStates
          query={query}
          failed={wd('fast.failed')}
          message={failureText(query.failure, wd('fast.failed'))}
          rows={2}
          height={52}
        />
        {data && (
          <div aria-busy={isLoading}>
            <Rows label={wd('fast.title')}>
              {data.list.map((order) => (
                <OrderRow key={order.orderNo} order={order} />
              ))}
            </Rows>
          </div>
        )}
        {pages > 1 && (
          <nav className={styles.pages} aria-label={wd('fast.title')}>
            <Button size="small" disabled={pageNum === 1 || isLoading} onClick={() => setPageNum(pageNum - 1)}>
              {wd('fast.previous')}
            </Button>
            <Button size="small" disabled={pageNum >= pages || isLoading} onClick={() => setPageNum(pageNum + 1)}>
              {wd('fast.next')}
            </Button>
            <output>{wd('fast.page', { page: pageNum, pages })}</output>
          </nav>
        )}
      </Panel>
      <RecordsLink />
    </>
  )
}

const OPEN_PARAMS = { type: 'withdraw' } as const

/** Normal withdrawals that are not finished: where the money is that is not available. Nothing if there are none. */
export function OpenList() {
  const { data } = useServerData('dealRecord.list', OPEN_PARAMS)
  const open = data?.list.filter(({ kind, status }) => !isTerminal(kind, status)) ?? []
  if (open.length === 0) return null
  return (
    <Panel title={wd('open.title')}>
      <Rows label={wd('open.title')}>
        {open.map((order) => (
          <OrderRow key={order.orderNo} order={order} />
        ))}
      </Rows>
    </Panel>
  )
}

function OrderRow({ order }: { readonly order: WalletOrder }) {
  const { orderNo, kind, status, amount, currency, account, createdAt } = order
  return (
    <Row
      to={`/app/wallet/withdraw/${orderNo}`}
      title={<Amount value={amount} currency={currency} />}
      note={`${account} · ${formatKickoff(createdAt, serverNow())}`}
      end={<OrderStatus kind={kind} status={status} />}
    />
  )
}

function RecordsLink() {
  return (
    <Link className={styles.records} to="/app/wallet/records?type=withdraw">
      {wd('page.records')}
    </Link>
  )
}
