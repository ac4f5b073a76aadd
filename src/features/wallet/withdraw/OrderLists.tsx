import { useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '#messages/zh/common.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loaded, LoadedPage } from '#ui/state/Loaded.tsx'
import { OrderRows } from '../order/OrderRows.tsx'
import { useOpenOrders } from '../order/use-orders.ts'
import { isPayout } from '../order/order-texts.ts'
import styles from './withdraw.module.css'

const PAGE_ROWS = 20

/** Fast withdrawals of the member, newest first, 20 a page (S7.71). Nothing if there are none. */
export function FastList() {
  const [pageNum, setPageNum] = useState(1)
  const query = useMemberData('fastWithdraw.list', { pageNum })
  const { data, failure, isCurrent, isLoading } = query
  if (data?.total === 0) return <RecordsLink />
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_ROWS))
  return (
    <>
      <Panel title={walletText('withdraw.fast.title')}>
        <Loaded query={query} title={walletText('withdraw.fast.failed')} height={52} />
        {data && (
          <LoadedPage query={query} failed={walletText('withdraw.fast.failed')}>
            <div aria-busy={isLoading}>
              <OrderRows orders={data.list} label={walletText('withdraw.fast.title')} />
            </div>
          </LoadedPage>
        )}
        {pages > 1 && (
          <nav className={styles.pages} aria-label={walletText('withdraw.fast.title')}>
            <Button size="small" disabled={pageNum === 1 || isLoading} onClick={() => setPageNum(pageNum - 1)}>
              {walletText('withdraw.fast.previous')}
            </Button>
            <Button size="small" disabled={pageNum >= pages || isLoading} onClick={() => setPageNum(pageNum + 1)}>
              {walletText('withdraw.fast.next')}
            </Button>
            <output>
              {isCurrent || failure !== null
                ? walletText('withdraw.fast.page', { page: pageNum, pages })
                : commonText('state.loading')}
            </output>
          </nav>
        )}
      </Panel>
      <RecordsLink />
    </>
  )
}

/** Withdrawals that are not finished: where the money is that is not available. Nothing if there are none. */
export function OpenList() {
  const withdrawals = useOpenOrders().open?.filter(isPayout) ?? []
  if (withdrawals.length === 0) return null
  return (
    <Panel title={walletText('withdraw.open.title')}>
      <OrderRows orders={withdrawals} label={walletText('withdraw.open.title')} />
    </Panel>
  )
}

function RecordsLink() {
  return (
    <Link className={styles.records} to="/app/wallet/records?type=withdraw">
      {walletText('withdraw.page.records')}
    </Link>
  )
}
