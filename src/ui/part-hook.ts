import type { ComponentType } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'

export interface PartWish {
  /** Whether the code is wanted now; what stops being wanted is not asked for again. */
  readonly isWanted?: boolean
  /** It did not come, the so many-th time since the page was loaded. */
  readonly onMissing?: (times: number) => void
}

/** How long to wait before the code is asked for: calls back when it is time, returns how to stop that. */
export type Begin = (ask: () => void) => () => void

const atOnce: Begin = (ask) => {
  ask()
  return () => undefined
}

/**
 * Makes the hook of a part of the page whose code comes later: it gives the part, null until it is there, and how to ask
 * once more. React's `lazy` keeps a rejection for as long as the page lives and throws it at everything around; here the
 * rest stays, and the code is asked for again when somebody wants the part anew or the network returns.
 */
export function partHook<Props extends object>(load: () => Promise<ComponentType<Props>>, begin: Begin = atOnce) {
  let known: ComponentType<Props> | null = null
  let misses = 0
  return function usePart({ isWanted = true, onMissing }: PartWish = {}) {
    const [come, setCome] = useState<ComponentType<Props> | null>(null)
    const [round, setRound] = useState(0)
    const miss = useEffectEvent(() => onMissing?.(misses))
    const Part = come ?? known
    useEffect(() => {
      if (Part !== null || !isWanted) return
      let isAwaited = true
      const ask = async () => {
        try {
          known = await load()
        } catch {
          misses += 1
        }
        if (!isAwaited) return
        if (known === null) miss()
        else setCome(() => known)
      }
      const askAgain = () => void ask()
      const stop = begin(askAgain)
      window.addEventListener('online', askAgain)
      return () => {
        isAwaited = false
        stop()
        window.removeEventListener('online', askAgain)
      }
    }, [Part, isWanted, round])
    return [Part, () => setRound(round + 1)] as const
  }
}
