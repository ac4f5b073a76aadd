import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { authText } from '#messages/zh/auth.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { RegisterForm } from '#features/auth/RegisterForm.tsx'
import type { FirstLimitProps } from '#features/wallet/responsible/FirstLimit.tsx'
import { useRegister } from '#features/auth/use-sign-in.ts'
import { readStored } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { useOneColumn } from '#ui/hooks/use-media.ts'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import { AuthFrame } from '../../auth/AuthFrame.tsx'
import styles from '../../auth/AuthFrame.module.css'
import { AuthLink } from '../../auth/AuthLink.tsx'
import { Return, useGoBack } from '../../auth/use-go-back.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const FirstLimit = lazyPanel<FirstLimitProps>(
  async () => (await import('#features/wallet/responsible/FirstLimit.tsx')).FirstLimit,
  FirstLimitWaiting,
)

/** Takes the place of the button while its code loads. */
function FirstLimitWaiting() {
  return <Button kind="primary" size="large" isWide isLoading />
}

/** The code of the invitation that led here (Annex F), upper case; empty until it is read and without one. */
function useInvitation(): string {
  const [code, setCode] = useState('')
  useEffect(() => {
    let isShown = true
    const read = async () => {
      const stored = await readStored('i_code')
      if (isShown && stored !== null) setCode(stored.toUpperCase())
    }
    void read()
    return () => {
      isShown = false
    }
  }, [])
  return code
}

/** `/register` (S3.2), then the prompt for limits (Annex I). */
export function RegisterPage() {
  const back = useGoBack()
  const { skin } = useAtomValue(siteAtom)
  const session = useAtomValue(sessionAtom)
  const isStepped = useOneColumn()
  const invitation = useInvitation()
  const submit = useRegister()
  const [isDone, setDone] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  useDocumentTitle(authText('auth.register'))
  const form = skin === 'fresh' ? 'card' : 'split'
  if (isDone) {
    return (
      <AuthFrame
        form={form}
        title={registrationText('register.doneTitle')}
        lead={registrationText('register.doneText')}
      >
        <div className={styles.done}>
          <FirstLimit onDone={back.go} />
          <Link className={buttonClass({ size: 'large', isWide: true })} to="/app/responsible">
            {registrationText('register.doneLimits')}
          </Link>
          <Button kind="quiet" size="large" isWide onClick={back.go}>
            {registrationText('register.doneLater')}
          </Button>
        </div>
      </AuthFrame>
    )
  }
  // The session of this registration starts before its response arrives here.
  if (session && !isSubmitting) return <Return goBack={back.go} />
  return (
    <AuthFrame
      form={form}
      title={registrationText('register.title')}
      lead={registrationText('register.lead')}
      links={
        <span>
          {authText('auth.hasAccount')}
          <AuthLink to={skin === 'fresh' ? '/entry/login' : '/login'} {...back}>
            {authText('auth.submit')}
          </AuthLink>
        </span>
      }
    >
      <RegisterForm
        isStepped={isStepped}
        invitation={invitation}
        onSubmit={async (registration) => {
          setSubmitting(true)
          const result = await submit(registration)
          if (!result.ok) setSubmitting(false)
          return result
        }}
        onRegistered={() => setDone(true)}
      />
    </AuthFrame>
  )
}
