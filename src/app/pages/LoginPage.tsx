import { useAtom, useAtomValue } from 'jotai'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { safeFromPage } from '#protocol/rules/from-page.ts'
import { t } from '#lib/messages/common.ts'
import { LoginForm } from '#features/auth/LoginForm.tsx'
import { useSignIn } from '#features/auth/use-sign-in.ts'
import { Logo } from '#ui/Logo.tsx'
import { Stand } from '#ui/Stand.tsx'
import { accountNameAtom, sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { useDocumentTitle } from '../route/use-document-title.ts'
import { ShownPath } from '../route/use-route-change.ts'
import styles from './LoginPage.module.css'

/** `/login` (S2.1): stand at the left, form at the right; only the form on a phone. */
export function LoginPage() {
  return <LoginScreen form="split" />
}

/** `/entry/login` (S2.4): the same form for the skin fresh, on a card. */
export function EntryLoginPage() {
  return <LoginScreen form="card" />
}

function LoginScreen({ form }: { readonly form: 'split' | 'card' }) {
  const [search] = useSearchParams()
  const target = safeFromPage(search.get('fromPage'))
  const goBack = useGoBack(target)
  const { isDemo } = useAtomValue(siteAtom)
  const session = useAtomValue(sessionAtom)
  const [accountName, setAccountName] = useAtom(accountNameAtom)
  const submit = useSignIn()
  useDocumentTitle(t('auth.submit'))
  if (session) return <Return goBack={goBack} />
  return (
    <main className={styles.page} data-form={form}>
      <div className={styles.picture}>
        <p className={styles.slogan}>{t('auth.slogan')}</p>
        <p className={styles.about}>{t('auth.sloganText')}</p>
        <Stand crowd="full" className={styles.stand} />
      </div>
      <div className={styles.side}>
        <div className={styles.card}>
          <Link className={styles.logo} to="/" aria-label={t('brand.name')}>
            <Logo height={40} />
          </Link>
          <h1 className={styles.title}>{t('auth.title')}</h1>
          <p className={styles.lead}>{t('auth.lead')}</p>
          <LoginForm
            isDemo={isDemo}
            typedName={accountName}
            onNameTyped={setAccountName}
            onSubmit={submit}
            onSignedIn={goBack}
          />
          <Link
            className={styles.look}
            to={target}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              goBack()
            }}
          >
            {t('auth.look')}
          </Link>
          <p className={styles.fine}>{t('auth.fine')}</p>
        </div>
      </div>
    </main>
  )
}

/**
 * Returns a function that goes to `target`, once. If this screen was opened from there, it goes back, so that the screen
 * is not twice in the history.
 */
function useGoBack(target: string): () => void {
  const navigate = useNavigate()
  const isPushed = useNavigationType() === NavigationType.Push
  const shown = useContext(ShownPath)
  const [path] = useState(() => shown?.current)
  const hasGone = useRef(false)
  return () => {
    if (hasGone.current) return
    hasGone.current = true
    if (isPushed && path === target.split(/[?#]/, 1)[0]) void navigate(-1)
    else void navigate(target, { replace: true })
  }
}

/** Leaves the screen: the viewer is signed in. */
function Return({ goBack }: { readonly goBack: () => void }) {
  const leave = useEffectEvent(goBack)
  useEffect(() => leave(), [])
  return null
}
