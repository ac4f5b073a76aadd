import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './FollowSkeleton.module.css'

/** Skeleton of two cards. */
export function FollowSkeleton() {
  return [1, 2].map((card) => (
    <div key={card} className={styles.card}>
      <Skeleton width="32px" height="32px" shape="circle" />
      <Skeleton width="55%" />
    </div>
  ))
}
