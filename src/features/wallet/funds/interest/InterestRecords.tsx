import { useCallback, useEffect, useRef, useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { formatKickoff } from '#lib/format.ts'
import { wf } from '#lib/messages/wallet-funds.ts'
import { failureText } from '#state/data/failure-text.ts'
import { call, serverNow } from '#transport/client.ts'
import { ListFoot } from '#ui/ListFoot.tsx'
import { LoadStates } from '#ui/LoadStates.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Row, Rows } from '#ui/Rows.tsx'
import { Amount } from '../../Amount.tsx'
import funds from '../funds.module.css'
import styles from './interest.module.css'

type InterestRecord = DataOf<'interest.records'>['list'][number]

/** Transfers and interest of the interest wallet, newest first, page by page. */
export function InterestRecords({ currency }: { readonly currency: SettleCurrency }) {
  const { records, hasMore, failure, isLoading, load } = useInterestRecords(currency)
  return (
    <Panel title={wf('records.title')}>
      <LoadStates
        query={{ data: records, failure, isLoading, retry: load }}
        failed={wf('records.loadFailed')}
        message={failureText(failure, wf('records.loadFailed'))}
        rows={4}
        height={52}
      />
      {records?.length === 0 && (
        <div className={funds.body}>
          <p className={funds.text}>{wf('records.empty')}</p>
        </div>
      )}
      <Rows label={wf('records.title')}>
        {(records ?? []).map((record) => (
          <RecordRow key={record.id} record={record} currency={currency} />
        ))}
      </Rows>
      {records !== null && records.length > 0 && (
        <ListFoot
          count={records.length}
          hasMore={hasMore}
          isLoading={isLoading}
          failure={failure}
          text={{ failed: wf('records.moreFailed'), more: wf('records.more'), end: wf('records.end') }}
          onMore={load}
        />
      )}
    </Panel>
  )
}

function RecordRow({ record, currency }: { readonly record: InterestRecord; readonly currency: SettleCurrency }) {
  const { type, amount, balanceAfter, at, date } = record
  const time = formatKickoff(at, serverNow())
  return (
    <Row
      title={wf(`records.${type}`)}
      note={date === '' ? time : wf('records.ofDay', { date, time })}
      end={
        <span className={styles.amounts}>
          <b>
            <Amount value={amount} currency={currency} isInFull withPlus />
          </b>
          <small>
            {wf('records.after')} <Amount value={balanceAfter} currency={currency} />
          </small>
        </span>
      }
    />
  )
}

interface InterestRecordsData {
  /** Newest first; null before the first response. */
  readonly records: readonly InterestRecord[] | null
  readonly hasMore: boolean
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** Loads the next page, or a failed one again. */
  readonly load: () => void
}

/** Loads the first page on mount. The component is remounted to start again. */
function useInterestRecords(currency: SettleCurrency): InterestRecordsData {
  const [records, setRecords] = useState<readonly InterestRecord[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isLoading, setLoading] = useState(true)
  const lastId = useRef<string | null>(null)
  const pending = useRef<AbortController | null>(null)

  const load = useCallback(() => {
    pending.current?.abort()
    const controller = new AbortController()
    pending.current = controller
    const request = async () => {
      setLoading(true)
      const params = lastId.current === null ? { currency } : { currency, before: lastId.current }
      const result = await call('interest.records', params, { signal: controller.signal })
      if (controller.signal.aborted) return
      setLoading(false)
      setFailure(result.ok ? null : result)
      if (!result.ok) return
      lastId.current = result.data.list.at(-1)?.id ?? lastId.current
      setHasMore(result.data.hasMore)
      setRecords((known) => [...(known ?? []), ...result.data.list])
    }
    void request()
  }, [currency])

  useEffect(() => {
    lastId.current = null
    load()
    return () => pending.current?.abort()
  }, [load])
  return { records, hasMore, failure, isLoading, load }
}
