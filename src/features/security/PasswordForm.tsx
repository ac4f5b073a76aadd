import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { securityText } from '#messages/zh/security.ts'
import { loadSecurity } from '#state/session/security.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { newPasswordProblem, PasswordRules } from '#ui/field/PasswordRules.tsx'
import { type FormState, useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './security.module.css'

const EMPTY = { oldPassword: '', newPassword: '', again: '' }

/** Changes the password and ends all other sessions (S4.15, S5.1-S5.6). */
export function PasswordForm({ userName }: { readonly userName: string }) {
  const [timesDone, setTimesDone] = useState(0)
  return (
    <div className={styles.body}>
      {timesDone > 0 && (
        <output className={styles.done}>
          <b>{securityText('password.done')}</b>
          {securityText('password.doneText')}
        </output>
      )}
      {/* Empty again after each change. */}
      <PasswordFields key={timesDone} userName={userName} onDone={() => setTimesDone(timesDone + 1)} />
    </div>
  )
}

interface PasswordFieldsProps {
  readonly userName: string
  readonly onDone: () => void
}

function newProblem({ oldPassword, newPassword }: typeof EMPTY, userName: string): string | null {
  const problem = newPasswordProblem(newPassword, userName)
  return problem ?? (newPassword === oldPassword ? securityText('password.asBefore') : null)
}

function PasswordFields({ userName, onDone }: PasswordFieldsProps) {
  const { bind, values, isBusy, failure, submit } = useForm({
    initial: EMPTY,
    check: (typed) => ({
      oldPassword: typed.oldPassword === '' ? securityText('password.oldEmpty') : null,
      newPassword: newProblem(typed, userName),
      again: typed.again === typed.newPassword ? null : securityText('password.notSame'),
    }),
    submit: ({ oldPassword, newPassword }) => call('password.update', { oldPassword, newPassword }),
    refusals: { [CODES.OLD_PASSWORD_WRONG]: 'oldPassword' },
    onDone() {
      toast({ text: securityText('password.done'), tone: 'success' })
      void loadSecurity()
      onDone()
    },
  })
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={submit}>
      {/* Tells password managers whose password changes. */}
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        value={userName}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <p className={styles.warning}>
        <TriangleAlert size={20} aria-hidden="true" />
        {securityText('password.warning')}
      </p>
      <PasswordInputs bind={bind} typed={values.newPassword} userName={userName} />
      {failure && <FormFailure failure={failure} />}
      <Button type="submit" kind="primary" size="large" isLoading={isBusy}>
        {securityText('password.submit')}
      </Button>
    </Form>
  )
}

interface PasswordInputsProps {
  readonly bind: FormState<typeof EMPTY>['bind']
  readonly typed: string
  readonly userName: string
}

function PasswordInputs({ bind, typed, userName }: PasswordInputsProps) {
  return (
    <>
      <Field
        {...bind('oldPassword')}
        label={securityText('password.old')}
        name="oldPassword"
        type="password"
        autoComplete="current-password"
        maxLength={64}
        required
      />
      <Field
        {...bind('newPassword')}
        label={securityText('password.new')}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        maxLength={64}
        required
      />
      <PasswordRules password={typed} userName={userName} />
      <Field
        {...bind('again')}
        label={securityText('password.again')}
        name="again"
        type="password"
        autoComplete="new-password"
        maxLength={64}
        required
      />
    </>
  )
}
