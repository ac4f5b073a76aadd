import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './LiveSkeleton.module.css'

const CARDS = [1, 2, 3, 4, 5, 6] as const

/** Strip and lead match before the first answer. */
export function LeadSkeleton() {
  return (
    <Loading className={styles.lead}>
      <div className={styles.strip} />
      <div className={styles.banner} />
    </Loading>
  )
}

/** The list before its first answer: cards in the shape of the cards to come. */
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
