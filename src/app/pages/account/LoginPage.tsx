import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { normalUserName } from '#protocol/rules/member/account.ts'
import type { SignInReport } from '#protocol/worker/api.ts'
import { authText } from '#messages/zh/auth.ts'
import { SignIn } from '#features/auth/SignIn.tsx'
import { useSignIn } from '#features/auth/use-sign-in.ts'
import { accountNameAtom, sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { signInWithPasskey } from '#transport/client.ts'
import { AuthFrame } from '../../auth/AuthFrame.tsx'
import styles from '../../auth/AuthFrame.module.css'
import { AuthLink } from '../../auth/AuthLink.tsx'
import { Return, useGoBack } from '../../auth/use-go-back.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/login` (S2.1). */
export function LoginPage() {
  return <LoginScreen form="split" />
}

/** `/entry/login` (S2.4): the same for the skin fresh, on a card. */
export function EntryLoginPage() {
  return <LoginScreen form="card" />
}

/** The account name: as typed, or the remembered one. */
function useAccountName() {
  const [typed, setTyped] = useAtom(accountNameAtom)
  const [{ accountName: stored }, changePreferences] = useAtom(uiPreferencesAtom)
  const [isRemembered, setRemembered] = useState(stored !== '')
  const [isTouched, setTouched] = useState(false)
  const name = typed === '' && !isTouched ? stored : typed
  return {
    name,
    type: (next: string) => {
      setTouched(true)
      setTyped(next)
    },
    isRemembered,
    remember: (isWanted: boolean) => {
      setRemembered(isWanted)
      if (!isWanted) changePreferences({ accountName: '' })
    },
    /** After a sign-in by password. */
    store: (used: string) => {
      if (isRemembered && used !== '') changePreferences({ accountName: normalUserName(used) })
    },
  }
}

/** Not part of the first load. Without its code nothing is shown. */
async function showLastSession(report: SignInReport, onNotMe: () => void): Promise<void> {
  const loaded = await import('#features/auth/last-session.ts').catch(() => null)
  loaded?.showLastSession(report, onNotMe)
}

function LoginScreen({ form }: { readonly form: 'split' | 'card' }) {
  const back = useGoBack()
  const { isDemo } = useAtomValue(siteAtom)
  const session = useAtomValue(sessionAtom)
  const account = useAccountName()
  const submit = useSignIn()
  const navigate = useNavigate()
  useDocumentTitle(authText('auth.submit'))
  if (session) return <Return goBack={back.go} />
  const onSignedIn = (report: SignInReport) => {
    account.store(account.name)
    void showLastSession(report, () => void navigate('/app/security'))
    back.go()
  }
  return (
    <AuthFrame
      form={form}
      title={authText('auth.title')}
      lead={authText('auth.lead')}
      links={
        <>
          <span>
            {authText('auth.noAccount')}
            <AuthLink to="/register" {...back}>
              {authText('auth.register')}
            </AuthLink>
          </span>
          <Link
            className={styles.link}
            to={back.visitorTarget}
            onClick={(event) => {
              const isElsewhere = back.visitorTarget !== back.target
              if (isElsewhere || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              back.go()
            }}
          >
            {authText('auth.look')}
          </Link>
        </>
      }
    >
      <SignIn
        isDemo={isDemo}
        typedName={account.name}
        onNameTyped={account.type}
        isRemembered={account.isRemembered}
        onRememberChange={account.remember}
        forgot={
          <AuthLink to="/forgot" {...back}>
            {authText('auth.forgot')}
          </AuthLink>
        }
        onSubmit={submit}
        onPasskey={signInWithPasskey}
        onSignedIn={onSignedIn}
      />
    </AuthFrame>
  )
}
