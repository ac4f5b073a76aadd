import { useEffect, useRef } from 'react'
import { nt } from '#lib/messages/news.ts'
import { t } from '#lib/messages/common.ts'
import { Button } from '#ui/Button.tsx'
import styles from './LoadMore.module.css'
import type { PagedList } from './use-pages.ts'

/** The next page is asked for when the end is this near. */
const AHEAD = '600px'

/** The foot of a list that grows: loads by itself when it comes near, by its button, and says when that was all. */
export function LoadMore({ pages }: { readonly pages: PagedList<unknown> }) {
  const { more, hasMore, isLoading, failure, items } = pages
  const foot = useRef<HTMLDivElement>(null)
  const isWaiting = hasMore && !isLoading && failure === null
  const count = items.length
  // Another number after every page, so that the end is looked at anew: one that stays in sight is no news to an observer.
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
