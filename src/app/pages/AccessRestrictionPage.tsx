import { useLocation } from 'react-router-dom'
import { at } from '#lib/messages/access.ts'
import { t } from '#lib/messages/common.ts'
import { AccessScreen } from '../access/AccessScreen.tsx'
import { Reason, reasonIn } from '../access/Reason.tsx'
import { RecoveryBar } from '../access/RecoveryBar.tsx'
import { useRecovery } from '../access/use-recovery.ts'
import { useDocumentTitle } from '../route/use-document-title.ts'

/** `/access-restriction` (S2.11): who is excluded, and how to contact support. */
export function AccessRestrictionPage() {
  const { state } = useLocation()
  const reason = reasonIn(state)
  const recovery = useRecovery(false)
  useDocumentTitle(at('restriction.page'))
  return (
    <AccessScreen title={at('restriction.title')} text={at('restriction.text')} picture="gate">
      {reason && <Reason label={at('restriction.reason')} text={reason} />}
      <RecoveryBar recovery={recovery} label={t('action.retry')} />
    </AccessScreen>
  )
}
