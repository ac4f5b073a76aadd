import { useParams, useSearchParams } from 'react-router-dom'
import { walletText } from '#messages/zh/wallet.ts'
import { HideAmounts } from '#features/wallet/Amount.tsx'
import { ExportRecords } from '#features/wallet/records/ExportRecords.tsx'
import { readAllRecords, recordRows } from '#features/wallet/records/all-records.ts'
import {
  isFiltered,
  NO_FILTER,
  readFilter,
  type RecordsFilter,
  requestOf,
  withFilter,
} from '#features/wallet/records/records-filter.ts'
import { MonthStatement } from '#features/wallet/records/MonthStatement.tsx'
import { OrderDetail } from '#features/wallet/records/OrderDetail.tsx'
import { RecordsFilterForm } from '#features/wallet/records/RecordsFilterForm.tsx'
import { RecordsList } from '#features/wallet/records/RecordsList.tsx'
import { readMonth } from '#features/wallet/records/statement-months.ts'
import { useRecords } from '#features/wallet/records/use-records.ts'
import { serverNow } from '#transport/client.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { WalletFrame } from './WalletFrame.tsx'
import styles from './RecordsPage.module.css'

/** `/app/wallet/records`: the orders of the member by type, status and date (S7.75). The URL has the filter. */
export function RecordsPage() {
  return (
    <WalletFrame title={walletText('records.list.title')} lead={walletText('records.list.lead')}>
      <Records />
    </WalletFrame>
  )
}

function Records() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const request = requestOf(filter)
  const records = useRecords(request)
  const change = (next: RecordsFilter) => setSearch((before) => withFilter(before, next), { replace: true })
  return (
    <Panel
      title={walletText('records.list.label')}
      aside={
        <span className={styles.aside}>
          <MoreLink to="/app/wallet/statement">{walletText('records.list.statement')}</MoreLink>
          <HideAmounts />
        </span>
      }
    >
      <RecordsFilterForm filter={filter} onChange={change} />
      <ExportRecords
        file={walletText('records.export.file')}
        read={request && ((options) => readAllRecords(request, options))}
        rowsOf={recordRows}
      />
      {request === null ? (
        <EmptyState title={walletText('records.list.refused')} scene="search" />
      ) : (
        <RecordsList records={records} isFiltered={isFiltered(filter)} onClear={() => change(NO_FILTER)} />
      )}
    </Panel>
  )
}

/** `/app/wallet/records/:orderNo`: one order of the member. */
export function RecordPage() {
  const { orderNo = '' } = useParams()
  return (
    <WalletFrame
      title={walletText('records.detail.title')}
      lead={walletText('records.detail.lead')}
      back={{ to: '/app/wallet/records', text: walletText('records.detail.back') }}
    >
      <OrderDetail key={orderNo} orderNo={orderNo} />
    </WalletFrame>
  )
}

/** `/app/wallet/statement`: the statement of a month (`?month=YYYY-MM`), to read and to print. */
export function StatementPage() {
  return (
    <WalletFrame
      title={walletText('records.statement.title')}
      lead={walletText('records.statement.lead')}
      back={{ to: '/app/wallet/records', text: walletText('records.detail.back') }}
    >
      <Statement />
    </WalletFrame>
  )
}

/** Rendered for members only: by then the clock of the server is known, whatever the clock of the browser says. */
function Statement() {
  const [search, setSearch] = useSearchParams()
  const change = (month: string) =>
    setSearch(
      (before) => {
        before.set('month', month)
        return before
      },
      { replace: true },
    )
  return <MonthStatement month={readMonth(search.get('month'), serverNow())} onMonthChange={change} />
}
