import { Fingerprint } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CODES } from '#protocol/codes.ts'
import { authText } from '#messages/zh/auth.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import styles from './LoginForm.module.css'
import type { PasskeyChallenge } from './passkey.ts'
import { type PasskeyProps, usePasskey } from './PasskeySignIn.tsx'

export interface PasskeyStepProps<Data> extends PasskeyProps<Data> {
  readonly challenge: PasskeyChallenge
  /** Starts again with name and password. */
  readonly onBack: () => void
}

/** Second step of a sign-in by password: the account also requires a passkey (NEED_PASSKEY). */
export function PasskeyStep<Data>({ challenge, onBack, ...props }: PasskeyStepProps<Data>) {
  const { failure, isBusy, start } = usePasskey(props)
  const confirmRef = useRef<HTMLButtonElement>(null)
  useEffect(() => confirmRef.current?.focus(), [])
  const isExpired = failure?.code === CODES.TICKET_EXPIRED
  return (
    <section className={styles.form} aria-label={authText('passkey.stepTitle')}>
      <h2 className={styles.stepTitle}>{authText('passkey.stepTitle')}</h2>
      <output className={styles.stepText}>{authText('passkey.stepText')}</output>
      {failure && <FormFailure failure={failure} />}
      {!isExpired && (
        <Button
          kind="primary"
          size="large"
          isWide
          ref={confirmRef}
          icon={<Fingerprint size={20} aria-hidden="true" />}
          isLoading={isBusy}
          onClick={() => void start(challenge)}
        >
          {authText('passkey.confirm')}
        </Button>
      )}
      <Button kind="quiet" size="large" isWide onClick={onBack}>
        {authText('passkey.other')}
      </Button>
    </section>
  )
}
