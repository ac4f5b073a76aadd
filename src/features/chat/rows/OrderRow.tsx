import { Equal, Undo2 } from 'lucide-react'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { formatOdds } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { type FollowedLeg, followedOrderAtom } from '#state/slip/followed-order.ts'
import { store } from '#state/store.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { FeedLine } from '#ui/text/FeedLine.tsx'
import styles from './OrderRow.module.css'

/**
 * An order (S3.23): member, market, selection, odds, and the score when it was placed. A press opens the slip with its
 * selection; the keyboard has the menu of the row.
 */
export function OrderRow({ row }: { readonly row: FeedRowOf<'order'> }) {
  return (
    <FeedLine id={row.id} seq={row.seq} kind="order" className={styles.line}>
      {legsOf(row).length === 0 ? (
        <div className={styles.card}>
          <OrderContent row={row} />
        </div>
      ) : (
        <button type="button" className={styles.card} tabIndex={-1} onClick={() => followOrder(row)}>
          <OrderContent row={row} />
        </button>
      )}
    </FeedLine>
  )
}

/** The selections of an order; none in old entries, which cannot be followed. */
export function legsOf({ data: { message, odds, selection, legs } }: FeedRowOf<'order'>): readonly FollowedLeg[] {
  if (legs !== undefined) return legs
  if (selection === undefined) return []
  return [{ selection, price: odds, market: message.categoryName, pick: message.itemName }]
}

/** Puts the selections of an order into the slip, and opens it. */
export function followOrder(row: FeedRowOf<'order'>): void {
  const legs = legsOf(row)
  if (legs.length > 0) store.set(followedOrderAtom, { legs, name: row.author?.memberName ?? '' })
}

function OrderContent({ row }: { readonly row: FeedRowOf<'order'> }) {
  const { message, odds } = row.data
  const { categoryName, itemName, score, teamLogo } = message
  return (
    <>
      {/* A draw has no team. */}
      {teamLogo === '' ? (
        <Equal className={styles.noTeam} size={28} aria-hidden="true" />
      ) : (
        <Crest team={itemName} src={teamLogo} />
      )}
      <span className={styles.what}>
        <span className={styles.who}>
          {roomText('row.order', { name: row.author?.memberName ?? '', market: categoryName })}
        </span>
        <span className={styles.pick} dir="auto">
          {itemName}
        </span>
      </span>
      <span className={styles.figures}>
        <b aria-label={roomText('row.orderOdds', { odds: formatOdds(odds) })}>{formatOdds(odds)}</b>
        <span>
          {/* A 串关 has no score. */}
          {score !== '' && roomText('row.orderScore', { score: score.replace(/\s*[:-]\s*/, ' : ') })}
          {legsOf(row).length > 0 && <em className={styles.follow}>{roomText('row.follow')}</em>}
        </span>
      </span>
    </>
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
