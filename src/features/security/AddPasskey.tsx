import { CODES } from '#protocol/codes.ts'
import { failure, type Result } from '#protocol/result.ts'
import { securityText } from '#messages/zh/security.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import styles from './security.module.css'

const LABEL_MAX = 24

interface AddPasskeyProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onDone: () => void
}

/** Adds a passkey: name and password first, then the dialog of the browser. */
export function AddPasskey({ isOpen, onOpenChange, onDone }: AddPasskeyProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={securityText('passkey.add')}
      description={securityText('passkey.addText')}
    >
      <PasskeyForm
        onDone={() => {
          onOpenChange(false)
          onDone()
        }}
      />
    </Dialog>
  )
}

function PasskeyForm({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({
    initial: { label: securityText('passkey.defaultName'), password: '' },
    check: ({ label, password }) => ({
      label:
        label.trim() === '' || Array.from(label.trim()).length > LABEL_MAX ? securityText('passkey.nameEmpty') : null,
      password: password === '' ? securityText('passkey.passwordEmpty') : null,
    }),
    submit: ({ label, password }) => addPasskey(label.trim(), password),
    refusals: { [CODES.OLD_PASSWORD_WRONG]: 'password', [CODES.NAME_OR_PASSWORD_WRONG]: 'password' },
    onDone() {
      toast({ text: securityText('passkey.added'), tone: 'success' })
      onDone()
    },
  })
  return (
    <Form className={styles.dialog} isBusy={form.isBusy} onSubmit={form.submit}>
      <Field
        {...form.bind('label')}
        label={securityText('passkey.name')}
        hint={securityText('passkey.nameHint')}
        name="label"
        autoComplete="off"
        maxLength={LABEL_MAX}
        required
      />
      <CurrentPassword {...form.bind('password')} />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {securityText('passkey.continue')}
      </Button>
    </Form>
  )
}

/** Requests options, creates the credential and stores it. */
async function addPasskey(label: string, password: string): Promise<Result<unknown>> {
  const [prepared, webAuthn] = await Promise.all([
    call('passkey.registerOptions', { password }),
    import('#lib/browser/web-authn.ts').catch(() => null),
  ])
  if (!prepared.ok) return prepared
  if (webAuthn === null) return failure(CODES.NETWORK_FAILURE, securityText('passkey.notLoaded'))
  const created = await webAuthn.createPasskey(prepared.data.options)
  if ('problem' in created) return failure(CODES.ABORTED, securityText(`passkey.${created.problem}`))
  return call('passkey.register', { label, response: created.response })
}
