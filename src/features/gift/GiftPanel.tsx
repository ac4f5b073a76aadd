import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { formatCount } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { GiftIcon } from '#ui/GiftIcon.tsx'
import styles from './GiftPanel.module.css'
import { Quantity } from './Quantity.tsx'
import { SendBar } from './SendBar.tsx'
import { usePanelFocus } from './use-panel-focus.ts'
import type { GiftController } from './use-gift-desk.ts'

export interface GiftPanelProps {
  readonly desk: GiftController
  readonly anchorName: string
}

/** The gifts of a desktop: how many of the gift chosen in the rail, above it. The chat goes on beside it. */
export function GiftPanel({ desk, anchorName }: GiftPanelProps) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const { isOpen, setOpen } = desk
  usePanelFocus(panel, isOpen && desk.gift !== null)
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, setOpen])
  if (!isOpen || desk.gift === null) return null
  const { gift } = desk
  return (
    <section ref={panel} className={styles.panel} tabIndex={-1} aria-labelledby={titleId}>
      <header className={styles.head}>
        <GiftIcon src={gift.giftIconWeb} size={32} />
        <h3 id={titleId}>
          {gift.giftName}
          <small>{rt('gift.price', { price: formatCount(gift.giftPrice) })}</small>
        </h3>
        <span className={styles.to}>{rt('gift.to', { name: anchorName })}</span>
        <IconButton size="small" label={t('action.close')} icon={<X size={20} />} onClick={() => desk.setOpen(false)} />
      </header>
      <Quantity key={gift.giftId} count={desk.count} onChange={desk.setCount} />
      <SendBar desk={desk} onHistory={() => desk.setHistoryOpen(true)} />
    </section>
  )
}
