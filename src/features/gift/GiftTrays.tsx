import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import { rt } from '#lib/text/room.ts'
import type { GiftTray } from '#state/effects/gift-trays.ts'
import { giftTraysAtom, nextTrayChange, trayCount, expireTrays, withSlots } from '#state/effects/gift-trays.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { GiftIcon } from '#ui/GiftIcon.tsx'
import { reducedMotion } from '#ui/use-media.ts'
import styles from './GiftTrays.module.css'

const LEAVE_MS = 140

/** A slot of this width has room for a third tray. */
const ROOMY_PX = 440

/** The combos on display: two or three at most, one's own first. A tray leaves three seconds after its last posting. */
export function GiftTrays() {
  const [trays, setTrays] = useAtom(giftTraysAtom)
  const { shows } = useAtomValue(uiPreferencesAtom)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (slot === null) return
    const onSize = new ResizeObserver(([entry]) => {
      const isRoomy = (entry?.contentRect.width ?? 0) >= ROOMY_PX
      setTrays((now) => withSlots(now, isRoomy ? 3 : 2, serverNow()))
    })
    onSize.observe(slot)
    return () => onSize.disconnect()
  }, [slot, setTrays])
  useEffect(() => {
    const next = nextTrayChange(trays)
    if (next === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The server's clock can stand still or be set back meanwhile: who comes too early asks again, and never much later.
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
    <div ref={setSlot} className={styles.slot} data-lanes={trays.shown.length}>
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
  // The way out starts anew with every posting; it is over when the tray is taken away.
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
      <span className="visually-hidden">{rt('gift.tray', { name: tray.memberName, gift: tray.giftName, count })}</span>
      <Avatar id={tray.userId} size={38} />
      <div className={styles.who} aria-hidden="true">
        <b>{tray.memberName}</b>
        <small>{rt('gift.sent', { gift: tray.giftName })}</small>
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
