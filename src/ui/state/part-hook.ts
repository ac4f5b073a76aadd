import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

interface PartOptions {
  /** True while the code is needed. */
  readonly isWanted?: boolean
  /** Called when loading failed, with the number of failures since page load. */
  readonly onMissing?: (times: number) => void
}

/** Defers the load: calls back when it is time and returns a function that cancels it. */
type Begin = (ask: () => void) => () => void

export const atOnce: Begin = (ask) => {
  ask()
  return () => undefined
}

/**
 * Creates a hook for a part whose code is loaded later. It returns the part (null until loaded) and a retry function.
 * React's `lazy` caches a rejection for the life of the page and throws it into the tree; here loading is repeated when
 * the part is needed again or the network returns.
 */
export function partHook<Props extends object>(load: () => Promise<ComponentType<Props>>, begin: Begin = atOnce) {
  let known: ComponentType<Props> | null = null
  let misses = 0
  return function usePart({ isWanted = true, onMissing }: PartOptions = {}) {
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
