import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { QueuedEffect, EffectQueue } from '#state/effects/effect-queue.ts'
import {
  isBlockedEffect,
  EMPTY_EFFECT_QUEUE,
  finishEffect,
  enqueueEffect,
  withoutBlockedEffects,
} from '#state/effects/effect-queue.ts'
import { blockedAtom } from '#state/feed/feed-atoms.ts'

/** What lies over the picture of a room for a moment, the most important first. */
const PICTURE_OVERLAYS = ['gift', 'site-banner', 'entrance'] as const
type PictureOverlay = (typeof PICTURE_OVERLAYS)[number]

/** The overlays that have something to show. */
const wantedOverlaysAtom = atom<ReadonlySet<PictureOverlay>>(new Set<PictureOverlay>())
/** The first of them is shown; the others wait. */
const shownOverlayAtom = atom((get) => PICTURE_OVERLAYS.find((overlay) => get(wantedOverlaysAtom).has(overlay)) ?? null)

/** Returns whether this overlay is the one over the picture. */
function usePictureOverlay(overlay: PictureOverlay, isWanted: boolean): boolean {
  const setWanted = useSetAtom(wantedOverlaysAtom)
  const shown = useAtomValue(shownOverlayAtom)
  useLayoutEffect(() => {
    if (!isWanted) return
    setWanted((wanted) => new Set([...wanted, overlay]))
    return () => setWanted((wanted) => new Set([...wanted].filter((one) => one !== overlay)))
  }, [isWanted, overlay, setWanted])
  return shown === overlay
}

interface EffectQueueState<Item extends QueuedEffect> {
  /** The effect over the picture; null also while another overlay is there. */
  readonly current: Item | null
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
