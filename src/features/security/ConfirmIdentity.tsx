import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Failure, failure, type Result } from '#protocol/result.ts'
import { hasPasskeys } from '#lib/browser/has-passkeys.ts'
import { securityText } from '#messages/zh/security.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import styles from './security.module.css'

/** The password, or the signature of a passkey. */
export type Proof = Pick<RequestOf<'passkey.remove'>, 'password' | 'passkey'>

interface ConfirmIdentityProps {
  /** Label of the button that submits. */
  readonly action: string
  readonly submit: (proof: Proof) => Promise<Result<unknown>>
  readonly onDone: () => void
}

/** Form of a dialog that asks for the password or a passkey before a change that weakens the account. */
export function ConfirmIdentity({ action, submit, onDone }: ConfirmIdentityProps) {
  const [isSigning, setSigning] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? securityText('passkey.passwordEmpty') : null }),
    submit,
    refusals: { [CODES.OLD_PASSWORD_WRONG]: 'password', [CODES.NAME_OR_PASSWORD_WRONG]: 'password' },
    onDone,
  })
  const sign = async () => {
    setRefused(null)
    setSigning(true)
    const result = await signAndSubmit(submit)
    setSigning(false)
    if (result.ok) onDone()
    else setRefused(result)
  }
  const shown = form.failure ?? refused
  return (
    <Form
      className={styles.dialog}
      isBusy={form.isBusy || isSigning}
      onSubmit={() => {
        setRefused(null)
        form.submit()
      }}
    >
      <CurrentPassword {...form.bind('password')} />
      {shown && <FormFailure failure={shown} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy} disabled={isSigning}>
        {action}
      </Button>
      {hasPasskeys() && (
        <Button
          kind="outline"
          size="large"
          isWide
          icon={<Fingerprint size={20} aria-hidden="true" />}
          isLoading={isSigning}
          disabled={form.isBusy}
          onClick={() => void sign()}
        >
          {securityText('passkey.confirm')}
        </Button>
      )}
    </Form>
  )
}

/** Asks the member for a passkey and submits its signature. */
async function signAndSubmit(submit: ConfirmIdentityProps['submit']): Promise<Result<unknown>> {
  const [begun, webAuthn] = await Promise.all([
    call('passkey.confirmOptions', {}),
    import('#lib/browser/web-authn.ts').catch(() => null),
  ])
  if (!begun.ok) return begun
  if (webAuthn === null) return failure(CODES.NETWORK_FAILURE, securityText('passkey.notLoaded'))
  const { ticket, options } = begun.data
  const signed = await webAuthn.requestPasskey(options)
  if ('problem' in signed) return failure(CODES.ABORTED, securityText('passkey.cancelled'))
  return submit({ passkey: { ticket, response: signed.response } })
}
