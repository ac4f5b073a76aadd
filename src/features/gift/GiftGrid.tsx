import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import styles from './GiftGrid.module.css'
import type { GiftController } from './use-gifts.ts'

/** All gifts with their prices, three per row. */
export function GiftGrid({ gifts }: { readonly gifts: Pick<GiftController, 'gifts' | 'gift' | 'choose'> }) {
  return (
    <fieldset className={styles.grid} aria-label={roomText('gift.title')}>
      {gifts.gifts.map((gift) => (
        <button
          key={gift.giftId}
          type="button"
          className={styles.gift}
          aria-pressed={gifts.gift?.giftId === gift.giftId}
          onClick={() => gifts.choose(gift)}
        >
          <GiftIcon src={gift.giftIcon} size={48} />
          <span>{gift.giftName}</span>
          <small>{roomText('gift.price', { price: formatCount(gift.giftPrice) })}</small>
        </button>
      ))}
    </fieldset>
  )
}
