import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { QueuedEffect, EffectQueue } from '#state/effects/effect-queue.ts'
import {
  isBlockedEffect,
  EMPTY_EFFECT_QUEUE,
  finishEffect,
  enqueueEffect,
  withoutBlockedEffects,
} from '#state/effects/effect-queue.ts'
import type { PictureOverlay } from '#state/effects/picture-overlay.ts'
import { usePictureOverlay } from '#state/effects/picture-overlay.ts'
import { blockedAtom } from '#state/feed/feed-atoms.ts'

export interface EffectQueueState<Item extends QueuedEffect> {
  /** The effect over the picture; null also while another overlay is there. */
  readonly current: Item | null
  /** Ends the effect of this id. */
  readonly end: (id: string) => void
}

/**
 * A queue of effects, shown one at a time. While the page is hidden, effects are dropped and the queue is empty. Effects of
 * blocked members are dropped, also when the member is blocked while they are shown or wait.
 *
 * @param subscribe calls back with each effect and returns the unsubscribe function. Must be stable between renders.
 * @param max how many may wait.
 * @param overlay what the effects are over the picture, where one overlay is shown at a time.
 */
export function useEffectQueue<Item extends QueuedEffect>(
  subscribe: (enqueue: (item: Item) => void) => () => void,
  max: number,
  overlay: PictureOverlay,
): EffectQueueState<Item> {
  const store = useStore()
  const [queue, setQueue] = useState<EffectQueue<Item>>(EMPTY_EFFECT_QUEUE)
  useEffect(() => {
    const stop = subscribe((item) => {
      if (document.hidden || isBlockedEffect(item, store.get(blockedAtom))) return
      setQueue((now) => enqueueEffect(now, item, max))
    })
    const stopBlocking = store.sub(blockedAtom, () =>
      setQueue((now) => withoutBlockedEffects(now, store.get(blockedAtom))),
    )
    const onVisibility = () => {
      if (document.hidden) setQueue(EMPTY_EFFECT_QUEUE)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stop()
      stopBlocking()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [subscribe, max, store])
  const [end] = useState(() => (id: string) => setQueue((now) => finishEffect(now, id)))
  const isShown = usePictureOverlay(overlay, queue.current !== null)
  return { current: isShown ? queue.current : null, end }
}
