import { useEffect, useRef } from 'react'
import { nt } from '#lib/messages/news.ts'
import { t } from '#lib/messages/common.ts'
import { Button } from '#ui/Button.tsx'
import styles from './PagedList.module.css'
import type { PagedList } from './use-pages.ts'

/** Distance from the end at which the next page is requested. */
const AHEAD = '600px'

/** The end of a paged list: loads the next page when it is near, or by its button; says when all items are shown. */
export function LoadMore({ pages }: { readonly pages: PagedList<unknown> }) {
  const { more, hasMore, isLoading, failure, items } = pages
  const foot = useRef<HTMLDivElement>(null)
  const isWaiting = hasMore && !isLoading && failure === null
  const count = items.length
  // Changes with every page so that the observer starts again. An observer does not report an element that stays
  // visible.
  const waitsAfter = isWaiting ? count : null
  useEffect(() => {
    const element = foot.current
    if (!element || waitsAfter === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [waitsAfter, more])
  return (
    <div ref={foot} className={styles.foot}>
      {failure && <p role="alert">{nt('list.moreFailed')}</p>}
      {hasMore || failure ? (
        <Button size="small" isLoading={isLoading} onClick={more}>
          {failure ? t('action.retry') : nt('list.more')}
        </Button>
      ) : (
        <p>{nt('list.end', { count })}</p>
      )}
    </div>
  )
}
