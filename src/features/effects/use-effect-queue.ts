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
import { blockedAtom } from '#state/feed/feed-atoms.ts'

export interface Shows<Item extends QueuedEffect> {
  readonly current: Item | null
  /** The show of this id is over. */
  readonly end: (id: string) => void
}

/**
 * A queue of shows, one at a time. What comes while the page is hidden is left out, and hiding it empties the queue:
 * nothing is replayed on return. What is about people whom the viewer has blocked is left out, and goes when they are
 * blocked while it is on or waits.
 *
 * @param subscribe must be the same function from render to render; hands in what there is to show, returns how to stop.
 * @param most how many may wait.
 */
export function useShows<Item extends QueuedEffect>(
  subscribe: (offer: (item: Item) => void) => () => void,
  most: number,
): Shows<Item> {
  const store = useStore()
  const [queue, setQueue] = useState<EffectQueue<Item>>(EMPTY_EFFECT_QUEUE)
  useEffect(() => {
    const stop = subscribe((item) => {
      if (document.hidden || isBlockedEffect(item, store.get(blockedAtom))) return
      setQueue((now) => enqueueEffect(now, item, most))
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
  }, [subscribe, most, store])
  const [end] = useState(() => (id: string) => setQueue((now) => finishEffect(now, id)))
  return { current: queue.current, end }
}
