import { isolated } from '#messages/bidi.ts'
import { adminText } from '#messages/zh/administration.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Button } from '#ui/button/Button.tsx'
import { deleteMessage } from './acts.ts'
import styles from './administration.module.css'
import { ListSheet } from './ListSheet.tsx'
import { formatMoment } from './moment.ts'

interface ReportsSheetProps {
  readonly chatRoomNo: string
  readonly onMute: (member: { userId: string; memberName: string }) => void
  readonly onClose: () => void
}

/** 举报: reports of members with the available actions. */
export function ReportsSheet({ chatRoomNo, onMute, onClose }: ReportsSheetProps) {
  const query = useServerData('chatroom.reports', { chatRoomNo })
  return (
    <ListSheet title={adminText('reports')} query={query} empty={adminText('reports.empty')} onClose={onClose}>
      {query.data?.list.map(({ id, userId, memberName, text, at, count, reason, note }) => (
        <li key={id}>
          <div className={styles.entry}>
            <div className={styles.words}>
              <b dir="auto">{memberName}</b>
              <span dir="auto">{text}</span>
              <small>
                {formatMoment(at)} ·{' '}
                {adminText('reports.count', { count, reason: adminText(`reports.reason.${reason}`) })}
                {note !== '' && `：${isolated(note)}`}
              </small>
            </div>
            <Button
              size="small"
              onClick={() => {
                void deleteMessage(chatRoomNo, id).then(query.retry)
              }}
            >
              {adminText('reports.delete')}
            </Button>
            <Button size="small" onClick={() => onMute({ userId, memberName })}>
              {adminText('reports.mute')}
            </Button>
          </div>
        </li>
      ))}
    </ListSheet>
  )
}
