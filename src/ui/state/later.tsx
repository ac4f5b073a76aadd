import { type ComponentType, useDeferredValue } from 'react'
import { whenRested } from '#lib/browser/when-rested.ts'
import { partHook } from './part-hook.ts'
import { useSettled } from '#ui/hooks/use-settled.ts'

/** Latest time to load deferred parts of a busy page. */
const AT_LATEST_MS = 4_000

interface LaterOptions<Props extends object> {
  /** When to load the code; by default when the page is idle. */
  readonly begin?: typeof whenRested
  /** Shown until the part has loaded; nothing by default. */
  readonly Placeholder?: ComponentType<Props>
}

/** Defers a part of the page: its code is not part of the first load. Retries when the network returns. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { begin = whenRested, Placeholder }: LaterOptions<Props> = {},
): ComponentType<Props> {
  const usePart = partHook(load, (ask) => begin(ask, AT_LATEST_MS))
  return function Later(props: Props) {
    const [come] = usePart()
    const Part = useDeferredValue(come)
    // Not in the first frame of a screen either, even if the code is loaded.
    const isDue = useSettled()
    const Shown = (isDue ? Part : null) ?? Placeholder
    return Shown === undefined ? null : <Shown {...props} />
  }
}
