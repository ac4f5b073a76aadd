import { AuditSheet } from './AuditSheet.tsx'
import { MuteDialog } from './MuteDialog.tsx'
import { MuteListSheet } from './MuteListSheet.tsx'
import { PinDialog } from './PinDialog.tsx'
import { ReportsSheet } from './ReportsSheet.tsx'
import { SetupSheet } from './SetupSheet.tsx'
import type { AdminWindowName } from './use-administration.tsx'

export interface AdminWindowProps {
  readonly chatRoomNo: string
  readonly window: AdminWindowName
  readonly open: (window: AdminWindowName | null) => void
}

/** The open administration dialog or sheet. Its code is loaded when the first one opens. */
export function AdminWindow({ chatRoomNo, window, open }: AdminWindowProps) {
  const props = { chatRoomNo, onClose: () => open(null) }
  switch (window.type) {
    case 'setup':
      return <SetupSheet {...props} />
    case 'mutes':
      return <MuteListSheet {...props} />
    case 'reports':
      return <ReportsSheet {...props} onMute={(member) => open({ type: 'mute', ...member })} />
    case 'audit':
      return <AuditSheet {...props} />
    case 'pin':
      return <PinDialog {...props} />
    case 'mute':
      return <MuteDialog {...props} userId={window.userId} memberName={window.memberName} />
  }
}
