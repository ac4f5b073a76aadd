import { hashText } from '#protocol/random.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { effectsText as text } from '#lib/text/effects.ts'
import type { GiftEffect } from '#state/effects/room-effects.ts'
import { onRoomBatch, giftEffectsOf } from '#state/effects/room-effects.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { GiftIcon } from '#ui/GiftIcon.tsx'
import { FILM_MS } from './animation.ts'
import styles from './GiftEffects.module.css'
import { project, warmUp } from './animation-player.ts'
import { useShows } from './use-effect-queue.ts'
import { isLowMotion, deviceTraits } from '#state/effects/low-motion.ts'
import { useReducedMotion } from '#ui/use-media.ts'

/** Gifts that may wait to fill the picture. */
const MOST_WAITING = 3
/** A film may begin so late (its thread has to start) and is still shown to its end. */
const LATE_MS = 600
/** The room itself comes first. */
const WARM_UP_AFTER_MS = 2_000
/** How long a card stands that does not move. */
const CARD_MS = 3_000

function subscribe(offer: (effect: GiftEffect) => void): () => void {
  return onRoomBatch((batch) => giftEffectsOf(batch, serverNow()).forEach(offer))
}

/**
 * Dear gifts over the picture, under the player's controls (goal 8). For eyes alone: each is a row of the chat as well.
 */
export function GiftEffects() {
  const { shows } = useAtomValue(uiPreferencesAtom)
  return shows.giftEffects ? <Stage /> : null
}

function Stage() {
  const { current, end } = useShows(subscribe, MOST_WAITING)
  const isCalmHere = useCalm()
  useEffect(() => {
    if (isCalmHere) return
    const timer = setTimeout(warmUp, WARM_UP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isCalmHere])
  if (current === null) return null
  return <Scene key={current.id} effect={current} isStill={isCalmHere} onEnd={end} />
}

interface SceneProps {
  readonly effect: GiftEffect
  readonly isStill: boolean
  readonly onEnd: (id: string) => void
}

/**
 * One gift. Its time is kept here and by nothing that draws, so that the queue goes on whatever becomes of a film; it runs
 * once from the beginning, whatever joins the show meanwhile.
 */
function Scene({ effect, isStill, onEnd }: SceneProps) {
  const { id, giftName, giftIcon, memberName, count } = effect
  const [{ kind, lastsMs }] = useState(() => ({
    kind: effect.kind,
    lastsMs: isStill ? CARD_MS : FILM_MS[effect.kind] + LATE_MS,
  }))
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => onEnd(id), lastsMs)
    return () => clearTimeout(timer)
  }, [id, lastsMs, onEnd])
  useEffect(() => {
    if (isStill || screen.current === null) return
    const { clientWidth: width, clientHeight: height } = screen.current
    return project(screen.current, { kind, seed: hashText(id), width, height, density: devicePixelRatio })
  }, [id, kind, isStill])
  return (
    <div className={styles.scene} data-gift-effect={isStill ? 'card' : kind} aria-hidden="true">
      <div ref={screen} className={styles.screen} />
      <p className={styles.caption} data-still={isStill || undefined}>
        <GiftIcon src={giftIcon} size={isStill ? 56 : 28} />
        <span className={styles.who}>{text.gift(memberName, giftName)}</span>
        <b>{text.times(count)}</b>
      </p>
    </div>
  )
}

/** Whether effects stand still here. */
export function useCalm(): boolean {
  const prefersReducedMotion = useReducedMotion()
  return isLowMotion({ prefersReducedMotion, ...deviceTraits() })
}
