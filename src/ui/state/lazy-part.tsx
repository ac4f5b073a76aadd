import { type ComponentType, useDeferredValue, useState } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { missingText, sayMissing } from '#ui/overlay/missing.ts'
import { partHook } from './part-hook.ts'
import styles from './RegionBoundary.module.css'

export interface MissedProps {
  /** Number of failed loads since the page was loaded. */
  readonly misses: number
  /** Loads it again. */
  readonly onRetry: () => void
}

interface LazyPartOptions<Props> {
  /** Shown while the code loads; nothing by default. */
  readonly Waiting?: ComponentType<Props>
  /** Shown if the code could not be loaded. */
  readonly Missing: ComponentType<Props & MissedProps>
  /** Rendered in a separate step after the rest of the page, so that neither blocks it for long. */
  readonly isDeferred?: boolean
}

/** An optional part of a page whose code is loaded later. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing, isDeferred }: LazyPartOptions<Props>,
): ComponentType<Props> {
  const usePart = partHook(load)
  return function LazyPart(props: Props) {
    const [misses, setMisses] = useState(0)
    const [come, askAgain] = usePart({ onMissing: setMisses })
    const Part = useDeferredValue(come, isDeferred ? null : come)
    if (Part !== null) return <Part {...props} />
    if (misses > 0) return <Missing {...props} misses={misses} onRetry={askAgain} />
    return Waiting ? <Waiting {...props} /> : null
  }
}

/** Shows that the code of a panel could not be loaded, with a retry. */
export function MissingNote({ misses, onRetry }: MissedProps) {
  return (
    <p className={styles.line} role="alert">
      {missingText(misses)}
      <button className={styles.retry} type="button" onClick={onRetry}>
        {commonText('action.retry')}
      </button>
    </p>
  )
}

/** A panel whose code is loaded when it is opened. */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> {
  return lazyPart<Props>(load, { ...(Waiting && { Waiting }), Missing: MissingNote })
}

/**
 * A window whose code is loaded when it opens (`isOpen`, or when rendered). If the code cannot be loaded, a message is
 * shown and the window closes, so that opening it again retries.
 */
export function lazyWindow<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): ComponentType<Props> {
  const usePart = partHook(load)
  return function LazyWindow(props: Props) {
    const [Part] = usePart({
      isWanted: !('isOpen' in props) || props.isOpen === true,
      onMissing(times) {
        sayMissing(times)
        close(props)
      },
    })
    return Part && <Part {...props} />
  }
}
