import { useState } from 'react'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { CoinIcon } from '#ui/art/Coin.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { VipBadge } from '#ui/text/Badge.tsx'
import styles from './GiftRanking.module.css'

const PERIODS = ['hour', 'day', 'week'] as const

/** Refresh interval of a visible ranking. */
const REFRESH_MS = 10_000

/** The top givers of an anchor in the last hour, day and week (S7.113). */
export function GiftRanking({ anchorRoomId }: { readonly anchorRoomId: string }) {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('hour')
  return (
    <div className={styles.ranking}>
      <fieldset className={styles.periods} aria-label={roomText('gift.rankingPeriod')}>
        {PERIODS.map((next) => (
          <button key={next} type="button" aria-pressed={next === period} onClick={() => setPeriod(next)}>
            {roomText(`gift.ranking.${next}`)}
          </button>
        ))}
      </fieldset>
      {/* The key clears the list, so that a period never shows the sums of another. */}
      <Givers key={`${period} ${anchorRoomId}`} anchorRoomId={anchorRoomId} period={period} />
    </div>
  )
}

function Givers({ anchorRoomId, period }: RequestOf<'gift.ranking'>) {
  const query = useServerData('gift.ranking', { anchorRoomId, period })
  const { data, failure, isLoading, retry } = query
  useRefresh(query, REFRESH_MS)
  return (
    <>
      {data === null && failure === null && (
        <Loading className={styles.loading}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} height="36px" />
          ))}
        </Loading>
      )}
      {data === null && failure && (
        <ErrorPanel message={roomText('gift.rankingFailed')} failure={failure} onRetry={retry} />
      )}
      {data?.list.length === 0 && (
        <EmptyState title={roomText('gift.rankingEmpty')} text={roomText('gift.rankingEmptyText')} />
      )}
      {data !== null && data.list.length > 0 && (
        <ol className={styles.list} aria-busy={isLoading}>
          {data.list.map((row) => (
            <li key={row.userId} data-mine={row.userId === data.mine?.userId || undefined}>
              <span className={styles.rank} data-top={row.rank <= 3 || undefined}>
                {row.rank}
              </span>
              <Avatar id={row.userId} size={32} />
              <span className={styles.name} dir="auto">
                {row.memberName}
              </span>
              <VipBadge level={row.vipLevel} />
              <GivenCoins total={row.total} />
            </li>
          ))}
        </ol>
      )}
      {data?.mine && <OwnPlace mine={data.mine} />}
    </>
  )
}

/** The place of the member, below the list. */
function OwnPlace({ mine }: { readonly mine: NonNullable<DataOf<'gift.ranking'>['mine']> }) {
  const { userId, rank, total, toNext } = mine
  return (
    <p className={styles.mine}>
      <span className={styles.rank} data-top={(rank !== null && rank <= 3) || undefined}>
        {rank ?? '—'}
      </span>
      <Avatar id={userId} size={32} />
      <span className={styles.name}>
        <b>{roomText('gift.rankingMine')}</b>
        <small>{placeText(rank, toNext)}</small>
      </span>
      <GivenCoins total={total} />
    </p>
  )
}

function placeText(rank: number | null, toNext: number | null): string {
  if (toNext === null) return roomText(rank === null ? 'gift.rankingNone' : 'gift.rankingFirst')
  const coins = formatCount(toNext)
  return rank === null ? roomText('gift.rankingBelow', { coins }) : roomText('gift.rankingNext', { coins })
}

function GivenCoins({ total }: { readonly total: number }) {
  return (
    <span className={styles.total}>
      <CoinIcon size={16} />
      {formatCount(total)}
    </span>
  )
}
