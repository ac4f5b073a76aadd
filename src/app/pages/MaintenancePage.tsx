import { useLocation } from 'react-router-dom'
import { at } from '#lib/messages/access.ts'
import { AccessScreen } from '../access/AccessScreen.tsx'
import { EndTime } from '../access/EndTime.tsx'
import { RecoveryBar } from '../access/RecoveryBar.tsx'
import { useRecovery } from '../access/use-recovery.ts'
import { useDocumentTitle } from '../route/use-document-title.ts'

/** `/maintenance` (S2.9): shows the end time and returns by itself. */
export function MaintenancePage() {
  const { state } = useLocation()
  const recovery = useRecovery(state === null)
  useDocumentTitle(at('maintenance.page'))
  return (
    <AccessScreen title={at('maintenance.title')} text={at('maintenance.text')} picture="gate">
      <EndTime end={recovery.end} />
      <RecoveryBar recovery={recovery} label={at('maintenance.retry')} />
    </AccessScreen>
  )
}
