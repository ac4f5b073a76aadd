import type { DataOf } from '#protocol/endpoints/table.ts'
import { isPermanentMute } from '#protocol/rules/speaking.ts'
import { adminText } from '#messages/zh/administration.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import styles from './administration.module.css'
import { ListSheet } from './ListSheet.tsx'
import { formatMoment } from './moment.ts'

interface AuditSheetProps {
  readonly chatRoomNo: string
  readonly onClose: () => void
}

/** 操作记录: the audit log with actor, target, time and reason. */
export function AuditSheet({ chatRoomNo, onClose }: AuditSheetProps) {
  const query = useServerData('chatroom.audit', { chatRoomNo })
  return (
    <ListSheet title={adminText('audit')} query={query} empty={adminText('audit.empty')} onClose={onClose}>
      {query.data?.list.map((row) => (
        <li key={row.id}>
          <div className={styles.words}>
            <span>{auditText(row)}</span>
            <small>
              {formatMoment(row.at)} · <bdi>{row.byName}</bdi>
            </small>
          </div>
        </li>
      ))}
    </ListSheet>
  )
}

/** An audit entry as a sentence without its subject. */
export function auditText(row: DataOf<'chatroom.audit'>['list'][number]): string {
  const name = row.memberName ?? adminText('someone')
  const text = row.text ?? ''
  const count = row.count ?? 0
  switch (row.action) {
    case 'setup':
    case 'unpin':
      return adminText(`audit.${row.action}`)
    case 'words':
      return adminText('audit.words', { count })
    case 'mute':
      return row.until === null || isPermanentMute(row.until)
        ? adminText('audit.muteForGood', { name, text })
        : adminText('audit.mute', { name, text, time: formatMoment(row.until) })
    case 'unblock':
    case 'delete-all':
      return adminText(`audit.${row.action}`, { name })
    case 'delete':
      return adminText('audit.delete', { name, count })
    case 'pin':
      return row.text === null ? adminText('audit.pinGone') : adminText('audit.pin', { text })
  }
}
