import type { ComponentType } from 'react'
import { useDeferredValue } from 'react'
import { whenRested } from '#lib/when-rested.ts'
import { partHook } from '#ui/part-hook.ts'
import { useSettled } from '#ui/use-settled.ts'

/** A page that never comes to rest gets its later parts after this long all the same. */
const AT_LATEST_MS = 4_000

interface LaterWay<Props extends object> {
  /** Says when the code is asked for; without it when the page has come to rest. */
  readonly begin?: typeof whenRested
  /** Stands there until the part has come; without it nothing does. */
  readonly Placeholder?: ComponentType<Props>
}

/**
 * A part of the page that nobody waits for: its code is no part of the first load. Without a network it is tried again
 * when that is back.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { begin = whenRested, Placeholder }: LaterWay<Props> = {},
): ComponentType<Props> {
  const usePart = partHook(load, (ask) => begin(ask, AT_LATEST_MS))
  return function Later(props: Props) {
    const [come] = usePart()
    const Part = useDeferredValue(come)
    // Not in the first frame of a screen either, when the code has long been there.
    const isDue = useSettled()
    const Shown = (isDue ? Part : null) ?? Placeholder
    return Shown === undefined ? null : <Shown {...props} />
  }
}
