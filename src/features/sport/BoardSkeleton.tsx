import { Panel } from '#ui/Panel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import styles from './BoardSkeleton.module.css'

const ROWS = ['38%', '46%', '34%', '42%', '36%'] as const

/** Skeleton of the board. */
export function BoardSkeleton() {
  return (
    <Loading>
      <Panel>
        {ROWS.map((width) => (
          <span key={width} className={styles.row}>
            <Skeleton width="64px" />
            <Skeleton width={width} />
            <Skeleton width="48px" height="24px" shape="plate" />
          </span>
        ))}
      </Panel>
    </Loading>
  )
}
