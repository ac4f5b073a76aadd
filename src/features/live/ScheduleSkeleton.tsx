import { Panel } from '#ui/page/Panel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './Schedule.module.css'

interface ScheduleSkeletonProps {
  readonly title: string
  readonly rows: number
}

export function ScheduleSkeleton({ title, rows }: ScheduleSkeletonProps) {
  return (
    <Panel title={title}>
      <Loading>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row}>
            <Skeleton width="40px" height="16px" />
            <Skeleton width="70%" />
            <Skeleton width="50px" height="28px" shape="plate" />
          </div>
        ))}
      </Loading>
    </Panel>
  )
}
