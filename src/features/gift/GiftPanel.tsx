import { X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useClosedByBack } from '#ui/overlay/open-dialogs.ts'
import styles from './GiftPanel.module.css'
import { Quantity } from './Quantity.tsx'
import { SendBar } from './SendBar.tsx'
import type { GiftController } from './use-gifts.ts'

interface GiftPanelProps {
  readonly gifts: GiftController
  readonly anchorName: string
}

/** Quantity and send button for the gift chosen in the rail, on a desktop. */
export function GiftPanel({ gifts, anchorName }: GiftPanelProps) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const { isOpen, setOpen } = gifts
  usePanelFocus(panel, isOpen && gifts.gift !== null)
  useClosedByBack(isOpen && gifts.gift !== null, () => setOpen(false))
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, setOpen])
  if (!isOpen || gifts.gift === null) return null
  const { gift } = gifts
  return (
    <section ref={panel} className={styles.panel} tabIndex={-1} aria-labelledby={titleId}>
      <header className={styles.head}>
        <GiftIcon src={gift.giftIconWeb} size={32} />
        <h3 id={titleId}>
          {gift.giftName}
          <small>{roomText('gift.price', { price: formatCount(gift.giftPrice) })}</small>
        </h3>
        <span className={styles.to}>{roomText('gift.to', { name: anchorName })}</span>
        <IconButton
          size="small"
          label={commonText('action.close')}
          icon={<X size={20} />}
          onClick={() => gifts.setOpen(false)}
        />
      </header>
      <Quantity key={gift.giftId} count={gifts.count} onChange={gifts.setCount} />
      <SendBar gifts={gifts} onHistory={() => gifts.setHistoryOpen(true)} />
    </section>
  )
}

/**
 * Moves the focus to a panel when it opens, and back to the opener when the panel is removed with the focus in it. A panel
 * that is open on mount does not take the focus.
 */
function usePanelFocus(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isPressed = isOpen && !wasOpen.current
    wasOpen.current = isOpen
    if (!isPressed) return
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    }
  }, [panel, isOpen])
}
