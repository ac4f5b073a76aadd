import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './LiveSkeleton.module.css'

const CARDS = [1, 2, 3, 4, 5, 6] as const

/** Skeleton of the lead match. */
export function LeadSkeleton() {
  return (
    <Loading>
      <div className={styles.lead} />
    </Loading>
  )
}

/** Skeleton of the list, in the shape of its cards. */
export function LiveSkeleton() {
  return (
    <Loading>
      <div className={styles.grid}>
        {CARDS.map((card) => (
          <div key={card} className={styles.card}>
            <Skeleton width="120px" />
            <Line width="106px" />
            <Line width="82px" />
            <div className={styles.foot}>
              <Skeleton width="126px" />
              <Skeleton width="56px" height="28px" shape="plate" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}

function Line({ width }: { readonly width: string }) {
  return (
    <div className={styles.line}>
      <Skeleton width="28px" height="28px" shape="circle" />
      <Skeleton width={width} />
      <Skeleton width="20px" height="22px" />
    </div>
  )
}
