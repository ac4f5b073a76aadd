import { roomText } from '#messages/zh/room.ts'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './RoomSkeleton.module.css'
import { Panel } from '#ui/page/Panel.tsx'

/** Placeholder of a room while it is loaded. */
export function RoomSkeleton() {
  return (
    <Loading label={roomText('room.loading')} className={styles.skeleton}>
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

const LINES = ['64%', '82%', '48%', '70%', '36%', '76%', '58%', '44%'] as const

/** Placeholder of chat rows. */
const ChatLines = () => LINES.map((width) => <Skeleton key={width} width={width} />)

/** Placeholder of the chat while its code is loaded. */
export function ChatSkeleton() {
  return (
    <Panel className={styles.chatPanel}>
      <Loading label={roomText('room.loading')} className={styles.lines}>
        <ChatLines />
      </Loading>
    </Panel>
  )
}
