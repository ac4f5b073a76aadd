import { type RefObject, useEffect, useRef } from 'react'
import type { Failure } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './ListFoot.module.css'

/** Distance from the end at which the next page is requested. */
const AHEAD = '600px'

interface ListFootProps {
  /** Number of items that are shown. */
  readonly count: number
  readonly hasMore: boolean
  readonly isLoading: boolean
  /** Why the next page could not be loaded. */
  readonly failure: Failure | null
  /** Loads the next page, or a failed one again. */
  readonly onMore: () => void
  readonly text: { readonly failed: string; readonly more: string; readonly end: string }
}

/** The end of a paged list: loads the next page when it is near, or by its button; says when all items are shown. */
export function ListFoot({ count, hasMore, isLoading, failure, onMore, text }: ListFootProps) {
  const foot = useNearEnd(hasMore && !isLoading && failure === null ? count : null, onMore)
  return (
    <div ref={foot} className={styles.foot} aria-busy={isLoading}>
      {failure && <p role="alert">{text.failed}</p>}
      {hasMore || failure ? (
        <Button size="small" isLoading={isLoading} onClick={onMore}>
          {failure ? commonText('action.retry') : text.more}
        </Button>
      ) : (
        <p>{text.end}</p>
      )}
    </div>
  )
}

/**
 * Calls `more` when the element of the returned ref, the foot of a list, is near. `count` is the number of items, or null
 * while nothing may be requested.
 */
function useNearEnd(count: number | null, more: () => void): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null)
  // The count changes with every page so that the observer starts again. An observer does not report an element that
  // stays visible.
  useEffect(() => {
    const element = foot.current
    if (!element || count === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count, more])
  return foot
}
