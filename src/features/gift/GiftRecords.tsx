import { useState, useCallback, useEffect, useRef } from 'react'
import type { Components } from 'react-virtuoso'
import { Virtuoso } from 'react-virtuoso'
import type { GiftRecord } from '#protocol/endpoints/gift.ts'
import { formatAgo, formatCount } from '#lib/format.ts'
import { giftHistoryText as text } from '#lib/text/gift-history.ts'
import { serverNow, call } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/Coin.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { GiftIcon } from '#ui/GiftIcon.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './GiftRecords.module.css'
import type { Failure } from '#protocol/result.ts'

const PARTS: Components<GiftRecord, unknown, HTMLUListElement> = {
  List: (props) => <ul {...props} />,
  Item: ({ item: _item, ...props }) => <li {...props} />,
}
const keyOf = (_place: number, { giftOrderNo }: GiftRecord) => giftOrderNo
const drawRecord = (_place: number, record: GiftRecord) => <Record record={record} />

/** The pages of the history, one under the other; years of it are drawn as fast as a page. */
export function GiftRecords() {
  const { records, hasMore, failure, isLoading, load } = useGiftHistory()
  const [place, setPlace] = useState<HTMLElement | null>(null)
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
      <div ref={setPlace} aria-busy={isLoading}>
        {place?.parentElement && (
          <Virtuoso
            customScrollParent={place.parentElement}
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
    <div className={styles.record} data-gift-order={record.giftOrderNo}>
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
    </div>
  )
}

export interface GiftHistoryData {
  /** Newest first; null before the first answer. */
  readonly records: readonly GiftRecord[] | null
  readonly hasMore: boolean
  readonly failure: Failure | null
  readonly isLoading: boolean
  /** The next page, or the failed one again. */
  readonly load: () => void
}

/** The member's own gifts, page after page; begins with the first page when it is mounted. */
export function useGiftHistory(): GiftHistoryData {
  const [records, setRecords] = useState<readonly GiftRecord[] | null>(null)
  const [hasMore, setHasMore] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isLoading, setLoading] = useState(true)
  const last = useRef<string | null>(null)
  const waiting = useRef<AbortController | null>(null)

  const load = useCallback(() => {
    waiting.current?.abort()
    const asked = new AbortController()
    waiting.current = asked
    const ask = async () => {
      setLoading(true)
      const result = await call('gift.history', { before: last.current }, { signal: asked.signal })
      if (asked.signal.aborted) return
      setLoading(false)
      setFailure(result.ok ? null : result)
      if (!result.ok) return
      const { list, hasMore: more } = result.data
      last.current = list.at(-1)?.giftOrderNo ?? last.current
      setHasMore(more)
      setRecords((known) => [...(known ?? []), ...list])
    }
    void ask()
  }, [])

  useEffect(() => {
    last.current = null
    load()
    return () => waiting.current?.abort()
  }, [load])
  return { records, hasMore, failure, isLoading, load }
}
