import { Panel } from '#ui/Panel.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { rt } from '#lib/text/room.ts'
import styles from './RoomSkeleton.module.css'

const LINES = ['64%', '82%', '48%', '70%', '36%', '76%', '58%', '44%'] as const

/** Grey lines of a chat. */
export const ChatLines = () => LINES.map((width) => <Skeleton key={width} width={width} />)

/** Where the chat will stand, while its code is on its way. */
export function ChatPlace() {
  return (
    <Panel className={styles.place}>
      <Loading label={rt('room.loading')} className={styles.lines}>
        <ChatLines />
      </Loading>
    </Panel>
  )
}
