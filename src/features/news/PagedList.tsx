import { nt } from '#lib/messages/news.ts'
import { t } from '#lib/messages/common.ts'
import { Button } from '#ui/Button.tsx'
import { useNearEnd } from '#ui/use-near-end.ts'
import styles from './PagedList.module.css'
import type { PagedList } from './use-pages.ts'

/** The end of a paged list: loads the next page when it is near, or by its button; says when all items are shown. */
export function LoadMore({ pages }: { readonly pages: PagedList<unknown> }) {
  const { more, hasMore, isLoading, failure, items } = pages
  const count = items.length
  const foot = useNearEnd(hasMore && !isLoading && failure === null ? count : null, more)
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
