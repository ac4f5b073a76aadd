import type { GiftRecord } from '#protocol/endpoints/gift.ts'
import { formatAgo, formatCount } from '#lib/format.ts'
import { giftHistoryText as text } from '#lib/text/gift-history.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/Coin.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { GiftIcon } from '#ui/GiftIcon.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './GiftRecords.module.css'
import { useGiftHistory } from './use-gift-history.ts'

/** The pages of the history, one under the other. */
export function GiftRecords() {
  const { records, hasMore, failure, isLoading, load } = useGiftHistory()
  if (records === null) {
    return failure !== null && !isLoading ? (
      <ErrorPanel message={text.failed} code={failure.code} traceId={failure.traceId} onRetry={load} />
    ) : (
      <Loading className={styles.loading}>
        {Array.from({ length: 8 }, (_, place) => (
          <Skeleton key={place} height="44px" />
        ))}
      </Loading>
    )
  }
  if (records.length === 0) return <EmptyState title={text.empty} text={text.emptyText} />
  return (
    <>
      <ul className={styles.list} aria-busy={isLoading}>
        {records.map((record) => (
          <Record key={record.giftOrderNo} record={record} />
        ))}
      </ul>
      {failure !== null && !isLoading && (
        <p className={styles.note} role="alert">
          {text.moreFailed}
        </p>
      )}
      {hasMore ? (
        <div className={styles.more}>
          <Button kind="outline" isLoading={isLoading} onClick={load}>
            {text.more}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{text.end}</p>
      )}
    </>
  )
}

function Record({ record }: { readonly record: GiftRecord }) {
  const { giftName, giftIconWeb, count, total, title, status, createdAt } = record
  return (
    <li className={styles.record} data-gift-order={record.giftOrderNo}>
      <GiftIcon src={giftIconWeb} size={32} />
      <div className={styles.what}>
        <b>{text.item(giftName, count)}</b>
        <span>{title === null ? text.gone : text.to(title)}</span>
      </div>
      <div className={styles.figures}>
        <b>
          <CoinIcon size={16} />
          {status === 'refunded' ? text.refunded : `−${formatCount(total)}`}
        </b>
        <span>{status === 'charged' ? text.charged : formatAgo(createdAt, serverNow())}</span>
      </div>
    </li>
  )
}
