import { useAtomValue } from 'jotai'
import { Printer } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import type { DealRecord } from '#protocol/endpoints/wallet.ts'
import type { Failure } from '#protocol/result.ts'
import { SECOND_MS, siteDateOf, siteDateTimeOf } from '#protocol/time.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { isolated } from '#messages/bidi.ts'
import { failureText } from '#lib/failure-text.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteNameAtom } from '#state/site/site-config.ts'
import { serverNow } from '#transport/client.ts'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { HideAmounts } from '../Amount.tsx'
import { readAllRecords } from './all-records.ts'
import { recordTypeText } from './record-text.ts'
import { RecordAmount } from './RecordAmount.tsx'
import { monthName, recentMonths } from './statement-months.ts'
import styles from './statement.module.css'
import { type Statement, StatementTotals } from './StatementTotals.tsx'

/** Records that a printed statement lists; a CSV file has all of them. */
const MAX_RECORDS = 500

interface MonthStatementProps {
  /** `YYYY-MM`. */
  readonly month: string
  readonly onMonthChange: (month: string) => void
}

/** The statement of a calendar month: totals that add up, and the records that they consist of. It is made to be printed. */
export function MonthStatement({ month, onMonthChange }: MonthStatementProps) {
  const query = useServerData('responsible.statement', { period: month })
  const shown = { ...query, data: query.isCurrent ? query.data : null }
  const months = recentMonths(serverNow())
  const options = (months.includes(month) ? months : [month, ...months]).map((value) => ({
    value,
    label: monthName(value),
  }))
  return (
    <>
      <div className={styles.tools}>
        <SelectField
          label={walletText('records.statement.month')}
          value={month}
          options={options}
          onValueChange={onMonthChange}
        />
        <Button
          kind="outline"
          icon={<Printer size={16} />}
          disabled={shown.data === null}
          onClick={() => window.print()}
        >
          {walletText('records.statement.print')}
        </Button>
      </div>
      <div className={styles.sheet}>
        <Panel
          title={walletText('records.statement.sheet', { month: monthName(month) })}
          aside={<HideAmounts />}
          isLead
        >
          <div className={styles.panel}>
            {shown.data ? (
              <>
                <Head statement={shown.data} />
                <StatementTotals statement={shown.data} />
              </>
            ) : (
              <Loaded
                query={shown}
                title={walletText('records.statement.failed')}
                failed={walletText('records.list.failedText')}
                rows={4}
                height={36}
              />
            )}
          </div>
        </Panel>
        {shown.data && <MonthRecords key={`${month} ${shown.data.start}`} statement={shown.data} />}
      </div>
    </>
  )
}

/** Whose statement it is and of which time, as on paper. */
function Head({ statement: { start, end } }: { readonly statement: Statement }) {
  const member = useAtomValue(memberAtom)
  const site = useAtomValue(siteNameAtom)
  const isOpen = siteDateOf(start).slice(0, 7) === siteDateOf(end).slice(0, 7)
  return (
    <div className={styles.head}>
      <Facts>
        <Fact
          name={walletText('records.statement.member')}
        >{`${isolated(member?.nickname ?? '')} · ${site} · ${walletText('page.demo')}`}</Fact>
        <Fact name={walletText('records.statement.period')}>
          {walletText('records.statement.span', {
            start: siteDateOf(start),
            end: siteDateOf(isOpen ? end : end - SECOND_MS),
          })}
        </Fact>
      </Facts>
      {isOpen && <p>{walletText('records.statement.current', { end: siteDateTimeOf(end) })}</p>}
    </div>
  )
}

/** The records that were booked in a span of time, `end` included. */
function useMonthRecords(start: number, end: number) {
  const [records, setRecords] = useState<readonly DealRecord[] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const pending = useRef<AbortController | null>(null)
  const read = useCallback(() => {
    pending.current?.abort()
    const controller = new AbortController()
    pending.current = controller
    const request = async () => {
      setFailure(null)
      const options = { signal: controller.signal, onProgress: () => undefined, max: MAX_RECORDS }
      const result = await readAllRecords({ by: 'posted', start, end: end + 1 }, options)
      if (controller.signal.aborted) return
      if (result.ok) setRecords(result.data)
      else setFailure(result)
    }
    void request()
  }, [start, end])
  useEffect(() => {
    read()
    return () => pending.current?.abort()
  }, [read])
  return { records, failure, retry: read }
}

function MonthRecords({ statement: { start, end } }: { readonly statement: Statement }) {
  const { records, failure, retry } = useMonthRecords(start, end)
  return (
    <Panel title={walletText('records.statement.orders')}>
      <p className={styles.small}>{walletText('records.statement.ordersNote')}</p>
      {records === null && failure === null && (
        <Loading className={styles.panel}>
          <Skeleton height="36px" shape="plate" />
          <Skeleton height="36px" shape="plate" />
        </Loading>
      )}
      {records === null && failure !== null && (
        <ErrorPanel
          title={walletText('records.list.failed')}
          message={failureText(failure, walletText('records.list.failedText'))}
          failure={failure}
          onRetry={retry}
        />
      )}
      {records?.length === 0 && <EmptyState title={walletText('records.statement.noOrders')} />}
      {records !== null && records.length > 0 && <RecordTable records={records} />}
    </Panel>
  )
}

function RecordTable({ records }: { readonly records: readonly DealRecord[] }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the keyboard */}
      <section className={styles.scroll} aria-label={walletText('records.list.label')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{walletText('records.column.time')}</th>
              <th scope="col">{walletText('records.column.type')}</th>
              <th scope="col">{walletText('records.column.number')}</th>
              <th scope="col">{walletText('records.column.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {records.slice(0, MAX_RECORDS).map((record) => (
              <tr key={record.id}>
                <td>{siteDateTimeOf(record.createdAt)}</td>
                <td>{recordTypeText(record.type)}</td>
                <td>{record.orderNo}</td>
                <td>
                  <RecordAmount record={record} isInFull />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {records.length >= MAX_RECORDS && (
        <p className={styles.small}>{walletText('records.statement.ordersMore', { count: MAX_RECORDS })}</p>
      )}
    </>
  )
}
