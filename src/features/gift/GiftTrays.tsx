import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import { roomText } from '#messages/zh/room.ts'
import type { GiftTray } from '#state/effects/gift-trays.ts'
import { giftTraysAtom, nextTrayChange, trayCount, expireTrays, withSlots } from '#state/effects/gift-trays.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { reducedMotion } from '#ui/hooks/use-media.ts'
import styles from './GiftTrays.module.css'

const LEAVE_MS = 140

/** Minimum width of the container for a third tray. */
const THREE_SLOTS_PX = 440

/** Up to three running combos, own first. A tray ends three seconds after its last posting. */
export function GiftTrays() {
  const [trays, setTrays] = useAtom(giftTraysAtom)
  const { shows } = useAtomValue(uiPreferencesAtom)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (container === null) return
    const onSize = new ResizeObserver(([entry]) => {
      const isWide = (entry?.contentRect.width ?? 0) >= THREE_SLOTS_PX
      setTrays((now) => withSlots(now, isWide ? 3 : 2, serverNow()))
    })
    onSize.observe(container)
    return () => onSize.disconnect()
  }, [container, setTrays])
  useEffect(() => {
    const next = nextTrayChange(trays)
    if (next === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The server's clock may be set back meanwhile, so the timer is repeated until the tray has ended.
    const wait = (): void => {
      const left = Math.min(Math.max(0, next - serverNow()), GIFT_COMBO_WINDOW_MS)
      timer = setTimeout(() => {
        if (expireTrays(trays, serverNow()) === trays) wait()
        else setTrays((now) => expireTrays(now, serverNow()))
      }, left + 1)
    }
    wait()
    return () => clearTimeout(timer)
  }, [trays, setTrays])
  if (!shows.giftBanners) return null
  return (
    <div ref={setContainer} className={styles.trays} data-lanes={trays.shown.length}>
      {trays.shown.map((tray) => (
        <Tray key={`${tray.userId} ${tray.giftId} ${tray.comboId}`} tray={tray} />
      ))}
    </div>
  )
}

function Tray({ tray }: { readonly tray: GiftTray }) {
  const element = useRef<HTMLDivElement>(null)
  const { updatedAt } = tray
  const count = trayCount(tray)
  // The exit animation restarts with every posting.
  useEffect(() => {
    const leaving = element.current?.animate(
      [{ opacity: 1 }, { opacity: 0, ...(!reducedMotion() && { transform: 'translateX(-12px)' }) }],
      {
        id: `leave-${updatedAt}`,
        delay: GIFT_COMBO_WINDOW_MS - LEAVE_MS,
        duration: LEAVE_MS,
        fill: 'forwards',
      },
    )
    return () => leaving?.cancel()
  }, [updatedAt])
  return (
    <div ref={element} className={styles.tray} data-gift-tray={tray.comboId} data-combo={count}>
      <span className="visually-hidden">
        {roomText('gift.tray', { name: tray.memberName, gift: tray.giftName, count })}
      </span>
      <Avatar id={tray.userId} size={38} />
      <div className={styles.who} aria-hidden="true">
        <b dir="auto">{tray.memberName}</b>
        <small>{roomText('gift.sent', { gift: tray.giftName })}</small>
      </div>
      <GiftIcon src={tray.giftIcon} size={36} />
      <span className={styles.times} aria-hidden="true">
        <i>×</i>
        <span key={count} className={styles.count}>
          {count}
        </span>
      </span>
    </div>
  )
}
