import { useAtomValue } from 'jotai'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatCount, formatKickoff } from '#lib/format.ts'
import { pointsText } from '#messages/zh/points.ts'
import { type ReadPage, useOlderPages } from '#state/data/use-older-pages.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, serverNow } from '#transport/client.ts'
import { ListFoot } from '#ui/page/ListFoot.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { itemText, momentText } from './points-format.ts'
import styles from './points.module.css'

type PointsRecord = DataOf<'points.records'>['list'][number]

const readPage: ReadPage<PointsRecord> = (last, signal) =>
  call('points.records', last === null ? {} : { before: last.id }, { signal })

const moreText = () => ({
  failed: pointsText('records.moreFailed'),
  more: pointsText('records.more'),
  end: pointsText('records.end'),
})

/** Changes of the balance, newest first, page by page. */
export function PointsRecords({ nextCountAt }: { readonly nextCountAt: number }) {
  const { records, hasMore, failure, isLoading, load } = useOlderPages(readPage)
  return (
    <Panel title={pointsText('records.title')}>
      <Loaded
        query={{ data: records, failure, isLoading, retry: load }}
        title={pointsText('records.failed')}
        rows={4}
        height={52}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title={pointsText('records.none')}
              text={pointsText('records.noneText', { time: momentText(nextCountAt) })}
            />
          ) : (
            <>
              <Rows label={pointsText('records.title')}>
                {list.map((record) => (
                  <RecordRow key={record.id} record={record} />
                ))}
              </Rows>
              <ListFoot count={list.length} {...{ hasMore, isLoading, failure }} text={moreText()} onMore={load} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function RecordRow({ record }: { readonly record: PointsRecord }) {
  const { at, change, balance, drawId } = record
  const currency = useAtomValue(memberAtom)?.currency === 'USDT' ? 'USDT' : 'CNY'
  return (
    <Row
      title={titleOf(record, currency)}
      note={formatKickoff(at, serverNow())}
      {...(drawId === null ? {} : { to: `/app/verify/${drawId}` })}
      end={
        <span className={styles.amounts}>
          <b>
            {change > 0 ? '+' : '−'}
            {formatCount(Math.abs(change))}
          </b>
          <small>{pointsText('records.after', { balance: formatCount(balance) })}</small>
        </span>
      }
    />
  )
}

function titleOf({ kind, item, prize }: PointsRecord, currency: 'CNY' | 'USDT'): string {
  if (kind === 'exchange' && item !== null) return pointsText('records.exchange', { reward: itemText(item, currency) })
  if (kind === 'lottery' && prize !== null) {
    return pointsText('records.lottery', { prize: pointsText(`prize.${prize}`) })
  }
  return pointsText(kind === 'exchange' || kind === 'lottery' ? 'records.other' : `records.${kind}`)
}

type Draw = DataOf<'soccerLottery.records'>['list'][number]

const readDraws: ReadPage<Draw> = (last, signal) =>
  call('soccerLottery.records', last === null ? {} : { before: last.drawId }, { signal })

/** Draws of the member, newest first, each with its link to the verifier. Remounted after a draw. */
export function DrawRecords({ resultOf }: { readonly resultOf: (draw: Draw) => string }) {
  const { records, hasMore, failure, isLoading, load } = useOlderPages(readDraws)
  return (
    <Panel title={pointsText('lottery.history')}>
      <Loaded
        query={{ data: records, failure, isLoading, retry: load }}
        title={pointsText('lottery.historyFailed')}
        rows={2}
        height={52}
      >
        {(list) =>
          list.length === 0 ? (
            <p className={styles.note}>{pointsText('lottery.historyNone')}</p>
          ) : (
            <>
              <Rows label={pointsText('lottery.history')}>
                {list.map((draw) => (
                  <Row
                    key={draw.drawId}
                    to={`/app/verify/${draw.drawId}`}
                    title={pointsText(`prize.${draw.prize}`)}
                    note={formatKickoff(draw.at, serverNow())}
                    end={<span className={styles.state}>{resultOf(draw)}</span>}
                  />
                ))}
              </Rows>
              <ListFoot count={list.length} {...{ hasMore, isLoading, failure }} text={moreText()} onMore={load} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
