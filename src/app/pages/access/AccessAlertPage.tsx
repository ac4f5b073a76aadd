import { useLocation } from 'react-router-dom'
import { accessText } from '#messages/zh/access.ts'
import { commonText } from '#messages/zh/common.ts'
import { AccessScreen } from '../../access/AccessScreen.tsx'
import { Reason, reasonIn } from '../../access/Reason.tsx'
import { RecoveryBar } from '../../access/RecoveryBar.tsx'
import { useRecovery } from '../../access/use-recovery.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/access-alert` (S2.10): the reason in the response, or the general text; retries by itself. */
export function AccessAlertPage() {
  const { state } = useLocation()
  const reason = reasonIn(state)
  const recovery = useRecovery(false)
  useDocumentTitle(accessText('alert.page'))
  return (
    <AccessScreen title={accessText('alert.title')} text={accessText(reason ? 'alert.later' : 'alert.text')}>
      {reason && <Reason label={accessText('alert.reason')} text={reason} />}
      <RecoveryBar recovery={recovery} label={commonText('action.retry')} />
    </AccessScreen>
  )
}
