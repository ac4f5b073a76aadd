import { Equal, Undo2 } from 'lucide-react'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { formatOdds } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { Crest } from '#ui/Crest.tsx'
import { FeedLine } from '#ui/FeedLine.tsx'
import styles from './OrderRow.module.css'

/** An order (S3.23): member, market, selection, odds, and the score when it was placed. */
export function OrderRow({ row }: { readonly row: FeedRowOf<'order'> }) {
  const { categoryName, itemName, score, teamLogo } = row.data.message
  return (
    <FeedLine id={row.id} seq={row.seq} kind="order" className={styles.line}>
      <div className={styles.card}>
        {/* A draw has no team. */}
        {teamLogo === '' ? (
          <Equal className={styles.noTeam} size={28} aria-hidden="true" />
        ) : (
          <Crest team={itemName} src={teamLogo} />
        )}
        <div className={styles.what}>
          <div className={styles.who}>
            {roomText('row.order', { name: row.author?.memberName ?? '', market: categoryName })}
          </div>
          <div className={styles.pick} dir="auto">
            {itemName}
          </div>
        </div>
        <div className={styles.figures}>
          <b aria-label={roomText('row.orderOdds', { odds: formatOdds(row.data.odds) })}>{formatOdds(row.data.odds)}</b>
          <span>{roomText('row.orderScore', { score: score.replace(/\s*[:-]\s*/, ' : ') })}</span>
        </div>
      </div>
    </FeedLine>
  )
}

/** The row of a withdrawn order (S4.32): same position and height, without its content. */
export function RevertRow({ row }: { readonly row: FeedRowOf<'revert'> }) {
  return (
    <FeedLine id={row.data.orderId} seq={row.seq} kind="revert" className={styles.line}>
      <div className={`${styles.card} ${styles.reverted}`}>
        <Undo2 size={16} aria-hidden="true" />
        {roomText('row.reverted')}
      </div>
    </FeedLine>
  )
}
