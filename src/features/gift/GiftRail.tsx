import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './GiftRail.module.css'
import type { GiftController } from './use-gifts.ts'

const ROW_GIFTS = 6

/**
 * The gifts under the chat on a desktop. A press selects a gift and opens the panel. More than one row scrolls, with the
 * next row partly visible.
 */
export function GiftRail({ gifts }: { readonly gifts: GiftController }) {
  if (gifts.list.failure && gifts.gifts.length === 0) {
    return (
      <fieldset className={styles.rail} aria-label={roomText('gift.rail')}>
        <button type="button" className={styles.retry} onClick={gifts.list.retry}>
          {roomText('gift.listFailed')}
        </button>
      </fieldset>
    )
  }
  return (
    <fieldset
      className={styles.rail}
      aria-label={roomText('gift.rail')}
      data-scrolls={gifts.gifts.length > ROW_GIFTS || undefined}
    >
      {gifts.isEmpty && <p className={styles.empty}>{roomText('gift.empty')}</p>}
      {gifts.gifts.length === 0 &&
        !gifts.isEmpty &&
        Array.from({ length: ROW_GIFTS }, (_, index) => (
          <span key={index} className={styles.placeholder} aria-hidden="true">
            <Skeleton width="32px" height="32px" />
            <Skeleton width="32px" height="12px" />
          </span>
        ))}
      {gifts.gifts.map((gift) => (
        <button
          key={gift.giftId}
          type="button"
          className={styles.gift}
          aria-pressed={gifts.isOpen && gifts.gift?.giftId === gift.giftId}
          onClick={() => gifts.choose(gift)}
        >
          <GiftIcon src={gift.giftIconWeb} size={32} />
          <span className={styles.name}>{gift.giftName}</span>
          <small aria-hidden="true">{formatCount(gift.giftPrice)}</small>
          <span className="visually-hidden">{roomText('gift.price', { price: formatCount(gift.giftPrice) })}</span>
        </button>
      ))}
    </fieldset>
  )
}
