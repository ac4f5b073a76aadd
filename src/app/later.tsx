import type { ComponentType } from 'react'
import { useDeferredValue } from 'react'
import { whenQuiet } from '#lib/when-quiet.ts'
import { partHook } from '#ui/part-hook.ts'
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
  const usePart = partHook(load, (ask) => whenQuiet(ask, AT_LATEST_MS))
  return function Later(props: Props) {
    const [come] = usePart()
    const Part = useDeferredValue(come)
    // Not in the first frame of a screen either, when the code has long been there.
    const isDue = useSettled()
    const Shown = (isDue ? Part : null) ?? Placeholder
    return Shown === undefined ? null : <Shown {...props} />
  }
}
