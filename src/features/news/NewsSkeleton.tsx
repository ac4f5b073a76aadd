import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './NewsSkeleton.module.css'

const ROWS = [1, 2, 3, 4, 5] as const
const LINES = ['92%', '100%', '96%', '70%'] as const

/** Skeleton of the list: a large article and rows. */
export function NewsListSkeleton() {
  return (
    <Loading>
      <div className={styles.lead}>
        <div className={styles.leadPicture} />
        <div className={styles.text}>
          <Skeleton width="80%" height="26px" />
          <Skeleton />
          <Skeleton width="60%" />
          <Skeleton width="120px" />
        </div>
      </div>
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <div className={styles.text}>
            <Skeleton width="72%" height="18px" />
            <Skeleton />
            <Skeleton width="96px" />
          </div>
          <div className={styles.picture} />
        </div>
      ))}
    </Loading>
  )
}

export function ArticleSkeleton() {
  return (
    <Loading className={styles.article}>
      <Skeleton width="140px" />
      <Skeleton width="88%" height="36px" />
      <div className={styles.cover} />
      {LINES.map((width) => (
        <Skeleton key={width} width={width} height="16px" />
      ))}
    </Loading>
  )
}

/** Skeleton of table rows, fixtures or tips. */
export function RowsSkeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.line}>
          <Skeleton width="28px" height="28px" shape="circle" />
          <div className={styles.text}>
            <Skeleton width="46%" />
          </div>
          <Skeleton width="56px" height="18px" />
        </div>
      ))}
    </Loading>
  )
}
