import { useEffect } from 'react'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import styles from './ComboButton.module.css'
import type { GiftController } from './use-gifts.ts'

/**
 * Sends the last gift again with one press, for three seconds after the gift or after the panel was closed (settled 21).
 * The ring shows the remaining time.
 */
export function ComboButton({ gifts }: { readonly gifts: GiftController }) {
  const { combo, isOpen, endCombo, sendAgain } = gifts
  const presses = combo?.presses ?? 0
  useEffect(() => {
    if (presses === 0 || isOpen) return
    const timer = setTimeout(endCombo, GIFT_COMBO_WINDOW_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the action changes with each render of the room
  }, [presses, isOpen])
  if (combo === null || isOpen) return null
  const { gift, count, sent } = combo
  return (
    <button
      type="button"
      className={styles.combo}
      aria-label={roomText('gift.comboLabel', { count, gift: gift.giftName, sent: formatCount(sent) })}
      onClick={sendAgain}
    >
      {/* A new ring for each press. */}
      <svg key={presses} className={styles.ring} viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="30" />
        <circle className={styles.left} cx="32" cy="32" r="30" pathLength="1" />
      </svg>
      <GiftIcon src={gift.giftIconWeb} size={28} />
      <span aria-hidden="true">{roomText('gift.combo')}</span>
      <b aria-hidden="true">×{formatCount(sent)}</b>
    </button>
  )
}
