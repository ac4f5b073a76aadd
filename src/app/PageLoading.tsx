import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './PageLoading.module.css'

/** While the code of a screen is on its way. */
export function PageLoading() {
  return (
    <Loading className={styles.page}>
      <Skeleton height="80px" />
      <Skeleton width="40%" height="24px" />
      <Skeleton height="172px" />
      <Skeleton height="172px" />
    </Loading>
  )
}
