import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { rt } from '#lib/text/room.ts'
import { VipBadge } from '#ui/Badge.tsx'
import { FeedLine } from '#ui/FeedLine.tsx'
import { GiftIcon } from '#ui/GiftIcon.tsx'
import styles from './GiftRow.module.css'

/** A gift. The postings of a combo count up in one row. */
export function GiftRow({ row }: { readonly row: FeedRowOf<'gift'> }) {
  const { giftName, giftIcon, comboCount, count } = row.data
  return (
    <FeedLine id={row.id} seq={row.seq} kind="gift" className={styles.line}>
      <span className={styles.plate}>
        {!row.isMine && <VipBadge level={row.author?.vipLevel ?? 0} />}
        <span className={styles.name}>{row.isMine ? rt('chat.mine') : row.author?.memberName}</span>
        <span className={styles.what}>{rt('row.gift', { gift: giftName })}</span>
        <GiftIcon src={giftIcon} size={24} />
        <b>{rt('row.times', { count: Math.max(comboCount, count) })}</b>
      </span>
    </FeedLine>
  )
}
