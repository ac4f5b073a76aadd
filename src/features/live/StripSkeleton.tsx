import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './StripSkeleton.module.css'

const CELLS = [1, 2, 3, 4, 5] as const

/** Skeleton of the score strip. */
export function StripSkeleton() {
  return (
    <Loading>
      <div className={styles.strip}>
        {CELLS.map((cell) => (
          <div key={cell} className={styles.cell}>
            <Skeleton width="60%" height="12px" />
            <Skeleton width="80%" />
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
