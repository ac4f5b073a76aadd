import { rt } from '#lib/text/room.ts'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { ChatLines } from './ChatPlace.tsx'
import styles from './RoomSkeleton.module.css'

/** A room in the shape it will have, while it is fetched. */
export function RoomSkeleton() {
  return (
    <Loading label={rt('room.loading')} className={styles.skeleton}>
      <div className={styles.left}>
        <div className={styles.score}>
          <Skeleton width="120px" />
          <Skeleton width="220px" height="28px" />
          <Skeleton width="96px" />
        </div>
        <div className={styles.video} />
        <div className={styles.score}>
          <Skeleton width="180px" height="28px" shape="plate" />
        </div>
      </div>
      <div className={styles.chat}>
        <ChatLines />
      </div>
    </Loading>
  )
}
