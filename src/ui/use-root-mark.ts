import { useLayoutEffect } from 'react'

/** How many parts want each mark. */
const wanted = new Map<string, number>()

/**
 * Marks the document with `data-{name}` while the part that calls it is in the page: for styles of what stands far from it.
 * A selector with `:has()` around the chat would be asked again at every line that comes.
 */
export function useRootMark(name: 'has-floats' | 'has-composer-panel', isOn = true): void {
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
