import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { Show, ShowQueue } from '#state/effects/effects.ts'
import { isUnwanted, NO_SHOWS, showEnded, showOffered, showsWithout } from '#state/effects/effects.ts'
import { blockedAtom } from '#state/room/room.ts'

export interface Shows<Item extends Show> {
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
export function useShows<Item extends Show>(
  subscribe: (offer: (item: Item) => void) => () => void,
  most: number,
): Shows<Item> {
  const store = useStore()
  const [queue, setQueue] = useState<ShowQueue<Item>>(NO_SHOWS)
  useEffect(() => {
    const stop = subscribe((item) => {
      if (document.hidden || isUnwanted(item, store.get(blockedAtom))) return
      setQueue((now) => showOffered(now, item, most))
    })
    const stopBlocking = store.sub(blockedAtom, () => setQueue((now) => showsWithout(now, store.get(blockedAtom))))
    const onVisibility = () => {
      if (document.hidden) setQueue(NO_SHOWS)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stop()
      stopBlocking()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [subscribe, most, store])
  const [end] = useState(() => (id: string) => setQueue((now) => showEnded(now, id)))
  return { current: queue.current, end }
}
