import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { type EntranceEffect, entranceEffectsOf, onRoomBatch } from '#state/effects/room-effects.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { reducedMotion } from '#ui/hooks/use-media.ts'
import { VipBadge } from '#ui/text/Badge.tsx'
import styles from './EntryEffects.module.css'
import { useEffectQueue } from './use-effect-queue.ts'

const MAX_WAITING = 3
const SHOWN_MS = 3_200

function subscribe(enqueue: (entrance: EntranceEffect) => void): () => void {
  return onRoomBatch((batch) => entranceEffectsOf(batch, serverNow()).forEach(enqueue))
}

/** A short banner over the bottom of the video when a member above VIP 4 enters. Also shown in the welcome strip. */
export function EntryEffects() {
  const { shows } = useAtomValue(uiPreferencesAtom)
  return shows.entryEffects ? <EntryQueue /> : null
}

function EntryQueue() {
  const { current, end } = useEffectQueue(subscribe, MAX_WAITING, 'entrance')
  return current === null ? null : <EntryBanner key={current.id} entrance={current} onEnd={end} />
}

interface EntryBannerProps {
  readonly entrance: EntranceEffect
  readonly onEnd: (id: string) => void
}

function EntryBanner({ entrance, onEnd }: EntryBannerProps) {
  const { id, userId, memberName, vipLevel, text } = entrance
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const away = reducedMotion() ? 'none' : 'translateX(24px)'
    element.current?.animate(
      [
        { opacity: 0, transform: away, offset: 0 },
        { opacity: 1, transform: 'none', offset: 0.08 },
        { opacity: 1, transform: 'none', offset: 0.94 },
        { opacity: 0, transform: away, offset: 1 },
      ],
      { duration: SHOWN_MS, fill: 'both', easing: 'ease-out' },
    )
    const timer = setTimeout(() => onEnd(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, onEnd])
  return (
    <p ref={element} className={styles.banner} data-entry-effect={userId} aria-hidden="true">
      <Avatar id={userId} size={28} />
      <VipBadge level={vipLevel} />
      <b dir="auto">{memberName}</b>
      <span dir="auto">{text}</span>
    </p>
  )
}
