import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { Failure, Result } from '#protocol/result.ts'
import { authText } from '#messages/zh/auth.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import styles from './LoginForm.module.css'
import { askForPasskey, type PasskeyChallenge } from './passkey.ts'

export type SignInWithPasskey<Data> = (ticket: string, response: Record<string, unknown>) => Promise<Result<Data>>

export interface PasskeyProps<Data> {
  readonly onSubmit: SignInWithPasskey<Data>
  readonly onSignedIn: (data: Data) => void
}

/** Requests a challenge if there is none, then the passkey, then signs in. */
export function usePasskey<Data>({ onSubmit, onSignedIn }: PasskeyProps<Data>) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signIn = async (given: PasskeyChallenge | null): Promise<Result<Data>> => {
    const challenge = given === null ? await call('passkey.signInOptions', {}) : { ok: true as const, data: given }
    if (!challenge.ok) return challenge
    const response = await askForPasskey(challenge.data.options)
    return response.ok ? onSubmit(challenge.data.ticket, response.data) : response
  }
  return {
    failure,
    isBusy,
    start: async (given: PasskeyChallenge | null) => {
      setFailure(null)
      setBusy(true)
      const result = await signIn(given)
      setBusy(false)
      if (result.ok) onSignedIn(result.data)
      else setFailure(result)
    },
  }
}

/** Sign-in without a password. */
export function PasskeyButton<Data>(props: PasskeyProps<Data>) {
  const { failure, isBusy, start } = usePasskey(props)
  return (
    <div className={styles.passkey}>
      <Button
        size="large"
        isWide
        icon={<Fingerprint size={20} aria-hidden="true" />}
        isLoading={isBusy}
        onClick={() => void start(null)}
      >
        {authText('passkey.use')}
      </Button>
      {failure && <FormFailure failure={failure} />}
    </div>
  )
}
