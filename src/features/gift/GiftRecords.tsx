import { useState } from 'react'
import { type Components, Virtuoso } from 'react-virtuoso'
import type { GiftRecord } from '#protocol/endpoints/gift.ts'
import { formatAgo, formatCount } from '#lib/format.ts'
import { giftText } from '#messages/zh/gift.ts'
import { type ReadPage, useOlderPages } from '#state/data/use-older-pages.ts'
import { serverNow, call } from '#transport/client.ts'
import { CoinIcon } from '#ui/art/Coin.tsx'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './GiftRecords.module.css'

const PARTS: Components<GiftRecord, unknown, HTMLUListElement> = {
  List: (props) => <ul {...props} />,
  Item: ({ item: _item, ...props }) => <li {...props} />,
}
const keyOf = (_index: number, { giftOrderNo }: GiftRecord) => giftOrderNo
const drawRecord = (_index: number, record: GiftRecord) => <Record record={record} />

const readGifts: ReadPage<GiftRecord> = (last, signal) =>
  call('gift.history', { before: last?.giftOrderNo ?? null }, { signal })

/** The gift history in a virtual list, so that years of it render as fast as a page. */
export function GiftRecords() {
  const { records, hasMore, failure, isLoading, load } = useOlderPages(readGifts)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  if (records === null) {
    return failure !== null && !isLoading ? (
      <ErrorPanel message={giftText('history.failed')} failure={failure} onRetry={load} />
    ) : (
      <Loading className={styles.loading}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} height="44px" />
        ))}
      </Loading>
    )
  }
  if (records.length === 0) return <EmptyState title={giftText('history.empty')} text={giftText('history.emptyText')} />
  return (
    <>
      <div ref={setContainer} aria-busy={isLoading}>
        {container?.parentElement && (
          <Virtuoso
            customScrollParent={container.parentElement}
            data={records}
            computeItemKey={keyOf}
            itemContent={drawRecord}
            components={PARTS}
            increaseViewportBy={300}
          />
        )}
      </div>
      {failure !== null && !isLoading && (
        <p className={styles.note} role="alert">
          {giftText('history.moreFailed')}
        </p>
      )}
      {hasMore ? (
        <div className={styles.more}>
          <Button kind="outline" isLoading={isLoading} onClick={load}>
            {giftText('history.more')}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{giftText('history.end')}</p>
      )}
    </>
  )
}

function Record({ record }: { readonly record: GiftRecord }) {
  const { giftName, giftIconWeb, count, total, title, status, createdAt } = record
  return (
    <div className={styles.record} data-gift-order={record.giftOrderNo}>
      <GiftIcon src={giftIconWeb} size={32} />
      <div className={styles.what}>
        <b>{giftText('history.item', { gift: giftName, count })}</b>
        <span>{title === null ? giftText('history.gone') : giftText('history.to', { title })}</span>
      </div>
      <div className={styles.figures}>
        <b>
          <CoinIcon size={16} />
          {status === 'refunded' ? giftText('history.refunded') : `−${formatCount(total)}`}
        </b>
        <span>{status === 'charged' ? giftText('history.charged') : formatAgo(createdAt, serverNow())}</span>
      </div>
    </div>
  )
}
