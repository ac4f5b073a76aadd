import { useCallback } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatKickoff } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { type ReadPage, useOlderPages } from '#state/data/use-older-pages.ts'
import { call, serverNow } from '#transport/client.ts'
import { ListFoot } from '#ui/page/ListFoot.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Amount } from '../../Amount.tsx'
import funds from '../funds.module.css'
import styles from './interest.module.css'

type InterestRecord = DataOf<'interest.records'>['list'][number]

/** Transfers and interest of the interest wallet, newest first, page by page. Remounted for another currency. */
export function InterestRecords({ currency }: { readonly currency: SettleCurrency }) {
  const read = useCallback<ReadPage<InterestRecord>>(
    (last, signal) =>
      call('interest.records', last === null ? { currency } : { currency, before: last.id }, { signal }),
    [currency],
  )
  const { records, hasMore, failure, isLoading, load } = useOlderPages(read)
  return (
    <Panel title={walletText('funds.records.title')}>
      <Loaded
        query={{ data: records, failure, isLoading, retry: load }}
        title={walletText('funds.records.loadFailed')}
        rows={4}
        height={52}
      />
      {records?.length === 0 && (
        <div className={funds.body}>
          <p className={funds.text}>{walletText('funds.records.empty')}</p>
        </div>
      )}
      <Rows label={walletText('funds.records.title')}>
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
          text={{
            failed: walletText('funds.records.moreFailed'),
            more: walletText('funds.records.more'),
            end: walletText('funds.records.end'),
          }}
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
      title={walletText(`funds.records.${type}`)}
      note={date === '' ? time : walletText('funds.records.ofDay', { date, time })}
      end={
        <span className={styles.amounts}>
          <b>
            <Amount value={amount} currency={currency} isInFull withPlus />
          </b>
          <small>
            {walletText('funds.records.after')} <Amount value={balanceAfter} currency={currency} />
          </small>
        </span>
      }
    />
  )
}
