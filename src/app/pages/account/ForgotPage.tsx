import { useAtom, useAtomValue } from 'jotai'
import { Link, useNavigate } from 'react-router-dom'
import { registrationText } from '#messages/zh/registration.ts'
import { RecoveryForm } from '#features/auth/RecoveryForm.tsx'
import { accountNameAtom, sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { AuthFrame } from '../../auth/AuthFrame.tsx'
import styles from '../../auth/AuthFrame.module.css'
import { AuthLink } from '../../auth/AuthLink.tsx'
import { useGoBack } from '../../auth/use-go-back.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/forgot` (S7.53): a new password by phone or email, then sign-in with the name filled in. */
export function ForgotPage() {
  const { fromPage, state } = useGoBack()
  const { skin } = useAtomValue(siteAtom)
  const [accountName, setAccountName] = useAtom(accountNameAtom)
  const session = useAtomValue(sessionAtom)
  const navigate = useNavigate()
  const login = skin === 'fresh' ? '/entry/login' : '/login'
  useDocumentTitle(registrationText('forgot.title'))
  return (
    <AuthFrame
      form={skin === 'fresh' ? 'card' : 'split'}
      title={registrationText('forgot.title')}
      lead={registrationText('forgot.lead')}
      links={
        <>
          {/* Sign-in sends members who are signed in to the home page. */}
          {!session && (
            <AuthLink to={login} fromPage={fromPage} state={state}>
              {registrationText('forgot.toLogin')}
            </AuthLink>
          )}
          <Link className={styles.link} to="/cs">
            {registrationText('forgot.help')}
          </Link>
        </>
      }
    >
      <RecoveryForm
        initialName={accountName}
        onDone={(name) => {
          setAccountName(name)
          toast({ text: registrationText('forgot.done'), tone: 'success' })
          const query = fromPage === null ? '' : `?fromPage=${encodeURIComponent(fromPage)}`
          void navigate(login + query, { replace: true, state })
        }}
      />
    </AuthFrame>
  )
}
