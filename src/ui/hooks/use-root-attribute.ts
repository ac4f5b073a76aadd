import { useLayoutEffect } from 'react'

type RootAttribute = 'has-composer' | 'has-composer-panel' | 'has-floats' | 'has-hidden-controls'

/** Number of users of each flag. */
const wanted = new Map<string, number>()

/**
 * Sets `data-{name}` on the document while the component is mounted, for styles of distant elements. A `:has()`
 * selector around the chat would be evaluated for every message.
 */
export function useRootAttribute(name: RootAttribute, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    count(name, 1)
    return () => count(name, -1)
  }, [name, isOn])
}

function count(name: string, by: number): void {
  const next = (wanted.get(name) ?? 0) + by
  wanted.set(name, next)
  document.documentElement.toggleAttribute(`data-${name}`, next > 0)
}
