import type { ComponentType } from 'react'
import { useState } from 'react'
import { t } from '#lib/text/t.ts'
import { missingText, sayMissing } from './missing.ts'
import { partHook } from './part-hook.ts'
import styles from './RegionBoundary.module.css'

export interface MissedProps {
  /** How often the code did not come since the page was loaded. */
  readonly misses: number
  /** Asks for it again. */
  readonly onRetry: () => void
}

export interface LazyPartOptions<Props> {
  /** Stands in the place while the code is on its way; nothing by default. */
  readonly Waiting?: ComponentType<Props>
  /** Stands there when the code could not be fetched. */
  readonly Missing: ComponentType<Props & MissedProps>
}

/** A part of a page whose code comes later, and which the page can do without. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Missing }: LazyPartOptions<Props>,
): ComponentType<Props> {
  const usePart = partHook(load)
  return function LazyPart(props: Props) {
    const [misses, setMisses] = useState(0)
    const [Part, askAgain] = usePart({ onMissing: setMisses })
    if (Part !== null) return <Part {...props} />
    if (misses > 0) return <Missing {...props} misses={misses} onRetry={askAgain} />
    return Waiting ? <Waiting {...props} /> : null
  }
}

/** In the place of a panel whose code did not come: says so, and asks for it again. */
export function MissingNote({ misses, onRetry }: MissedProps) {
  return (
    <p className={styles.line} role="alert">
      {missingText(misses)}
      <button className={styles.retry} type="button" onClick={onRetry}>
        {t('action.retry')}
      </button>
    </p>
  )
}

/** A panel that somebody opened and whose code comes with that. */
export function lazyPanel<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> {
  return lazyPart<Props>(load, { ...(Waiting && { Waiting }), Missing: MissingNote })
}

/**
 * A window whose code comes when it is opened: `isOpen` among its properties, else drawing it, says that it is. When the
 * code does not come, that is said and the window is closed, so that opening it again asks again.
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
