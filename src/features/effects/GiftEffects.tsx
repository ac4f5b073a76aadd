import { hashText } from '#protocol/random.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { effectsText } from '#messages/zh/effects.ts'
import { type GiftEffect, giftEffectsOf, onRoomBatch } from '#state/effects/room-effects.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { serverNow } from '#transport/client.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { ANIMATION_MS } from './animation.ts'
import styles from './GiftEffects.module.css'
import { showAnimation, preloadWorker } from './animation-player.ts'
import { useEffectQueue } from './use-effect-queue.ts'
import { isLowMotion, deviceTraits } from '#state/effects/low-motion.ts'
import { useReducedMotion } from '#ui/hooks/use-media.ts'

/** Gift effects that may wait. */
const MAX_WAITING = 3
/** Time for the worker to start; the animation is then shown to its end. */
const WORKER_START_MS = 600
/** The worker is preloaded after the room has been rendered. */
const PRELOAD_DELAY_MS = 2_000
/** Duration of a static card. */
const CARD_MS = 3_000

function subscribe(enqueue: (effect: GiftEffect) => void): () => void {
  return onRoomBatch((batch) => giftEffectsOf(batch, serverNow()).forEach(enqueue))
}

/** Expensive gifts over the video. Hidden from screen readers, because each gift is also a row of the chat. */
export function GiftEffects() {
  const { shows } = useAtomValue(uiPreferencesAtom)
  return shows.giftEffects ? <GiftEffectQueue /> : null
}

function GiftEffectQueue() {
  const { current, end } = useEffectQueue(subscribe, MAX_WAITING, 'gift')
  const isStatic = useLowMotion()
  useEffect(() => {
    if (isStatic) return
    const timer = setTimeout(preloadWorker, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isStatic])
  if (current === null) return null
  return <Scene key={current.id} effect={current} isStatic={isStatic} onEnd={end} />
}

interface SceneProps {
  readonly effect: GiftEffect
  readonly isStatic: boolean
  readonly onEnd: (id: string) => void
}

/**
 * One gift effect. It ends on a timer here, so that the queue continues even if the animation fails. Further postings of
 * the combo do not restart it.
 */
function Scene({ effect, isStatic, onEnd }: SceneProps) {
  const { id, giftName, giftIcon, memberName, count } = effect
  const [{ kind, durationMs }] = useState(() => ({
    kind: effect.kind,
    durationMs: isStatic ? CARD_MS : ANIMATION_MS[effect.kind] + WORKER_START_MS,
  }))
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => onEnd(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, onEnd])
  useEffect(() => {
    if (isStatic || screen.current === null) return
    const { clientWidth: width, clientHeight: height } = screen.current
    return showAnimation(screen.current, { kind, seed: hashText(id), width, height, density: devicePixelRatio })
  }, [id, kind, isStatic])
  return (
    <div className={styles.scene} data-gift-effect={isStatic ? 'card' : kind} aria-hidden="true">
      <div ref={screen} className={styles.screen} />
      <p className={styles.caption} data-still={isStatic || undefined}>
        <GiftIcon src={giftIcon} size={isStatic ? 56 : 28} />
        <span className={styles.who}>{effectsText('gift', { name: memberName, gift: giftName })}</span>
        <b>{effectsText('times', { count })}</b>
      </p>
    </div>
  )
}

/** Returns whether effects are static on this device. */
function useLowMotion(): boolean {
  const prefersReducedMotion = useReducedMotion()
  return isLowMotion({ prefersReducedMotion, ...deviceTraits() })
}
