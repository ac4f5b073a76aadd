import { isPermanentMute } from '#protocol/rules/speaking.ts'
import { formatMoment } from './moment.ts'
import { adminText } from '#messages/zh/administration.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Button } from '#ui/button/Button.tsx'
import { unblock } from './acts.ts'
import styles from './administration.module.css'
import { ListSheet } from './ListSheet.tsx'

interface MuteListSheetProps {
  readonly chatRoomNo: string
  readonly onClose: () => void
}

/** 禁言名单: muted members with end, reason and administrator, and a button that unmutes. */
export function MuteListSheet({ chatRoomNo, onClose }: MuteListSheetProps) {
  const query = useServerData('chatroom.muteList', { chatRoomNo })
  return (
    <ListSheet title={adminText('mutes')} query={query} empty={adminText('mutes.empty')} onClose={onClose}>
      {query.data?.list.map(({ userId, memberName, until, reason, byName }) => (
        <li key={userId}>
          <div className={styles.entry}>
            <div className={styles.words}>
              <b dir="auto">{memberName}</b>
              <span>
                {isPermanentMute(until)
                  ? adminText('mutes.forGood', { reason })
                  : adminText('mutes.until', { time: formatMoment(until), reason })}
              </span>
              <small>{adminText('mutes.by', { name: byName })}</small>
            </div>
            <Button
              size="small"
              onClick={() => {
                void unblock(chatRoomNo, userId, memberName).then(query.retry)
              }}
            >
              {adminText('mutes.lift')}
            </Button>
          </div>
        </li>
      ))}
    </ListSheet>
  )
}
