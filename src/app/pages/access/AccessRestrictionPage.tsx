import { useLocation } from 'react-router-dom'
import { accessText } from '#messages/zh/access.ts'
import { commonText } from '#messages/zh/common.ts'
import { AccessScreen } from '../../access/AccessScreen.tsx'
import { Reason, reasonIn } from '../../access/Reason.tsx'
import { RecoveryBar } from '../../access/RecoveryBar.tsx'
import { useRecovery } from '../../access/use-recovery.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/access-restriction` (S2.11): who is excluded, and how to contact support. */
export function AccessRestrictionPage() {
  const { state } = useLocation()
  const reason = reasonIn(state)
  const recovery = useRecovery(false)
  useDocumentTitle(accessText('restriction.page'))
  return (
    <AccessScreen title={accessText('restriction.title')} text={accessText('restriction.text')} picture="gate">
      {reason && <Reason label={accessText('restriction.reason')} text={reason} />}
      <RecoveryBar recovery={recovery} label={commonText('action.retry')} />
    </AccessScreen>
  )
}
