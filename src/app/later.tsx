import type { ComponentType } from 'react'
import { startTransition, useEffect, useState } from 'react'
import { whenQuiet } from '#lib/when-quiet.ts'
import { useSettled } from '#ui/use-settled.ts'

/** A page that is never quiet gets its later parts after this long all the same. */
const AT_LATEST_MS = 4_000

/**
 * A part of the page that nobody waits for: its code is no part of the first load, comes in a quiet moment, and until
 * then its placeholder stands there, or nothing. Without a network it is tried again when that is back.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const keep = (coming: Promise<ComponentType<Props>>): Promise<ComponentType<Props> | null> =>
    coming.then(
      (part) => (loaded = part),
      () => null,
    )
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded)
    useEffect(() => {
      if (Part !== null) return
      let isWanted = true
      const fetchPart = () => {
        void keep(load()).then((part) => isWanted && part !== null && startTransition(() => setPart(() => part)))
      }
      const cancel = whenQuiet(fetchPart, AT_LATEST_MS)
      window.addEventListener('online', fetchPart)
      return () => {
        isWanted = false
        cancel()
        window.removeEventListener('online', fetchPart)
      }
    }, [Part])
    // Not in the first frame of a screen either, when the code has long been there.
    const isDue = useSettled()
    const Shown = (isDue ? Part : null) ?? Placeholder
    return Shown === undefined ? null : <Shown {...props} />
  }
}
