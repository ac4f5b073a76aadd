import { CODES } from '#protocol/codes.ts'
import { accountText } from '#messages/zh/account.ts'
import { useOneTimeCode } from '#state/session/one-time-code.ts'
import { Button } from '#ui/button/Button.tsx'
import { CodeField, codeProblem } from '#ui/field/CodeField.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { useForm } from '#ui/field/use-form.ts'
import styles from './SleepForms.module.css'
import type { AccountCare } from './use-account-care.ts'

interface SleepFormProps {
  readonly wake: AccountCare['wake']
}

/** Reactivates an account with a code of the bound phone (S4.6). */
export function PhoneCodeForm({ wake }: SleepFormProps) {
  const { send, ...oneTimeCode } = useOneTimeCode('wake')
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code) }),
    submit: ({ code }) => wake({ phoneCode: code }),
    refusals: { [CODES.VERIFY_CODE_ERROR]: 'code' },
    onDone: () => undefined,
  })
  const sendCode = async () => {
    const refused = await send()
    return refused === null ? form.focus('code') : form.reject('code', refused.message)
  }
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <CodeField {...form.bind('code')} {...oneTimeCode} onSend={() => void sendCode()} />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {accountText('sleep.submit')}
      </Button>
    </Form>
  )
}

/** Reactivates an account with the withdrawal password (S4.6). */
export function WithdrawPasswordForm({ wake }: SleepFormProps) {
  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) => ({ pin: /^\d{6}$/.test(pin) ? null : accountText('sleep.pinEmpty') }),
    submit: ({ pin }) => wake({ withdrawPassword: pin }),
    refusals: { [CODES.WITHDRAW_PWD_WRONG]: 'pin' },
    onDone: () => undefined,
  })
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <PinField {...form.bind('pin')} label={accountText('sleep.pin')} />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {accountText('sleep.submit')}
      </Button>
    </Form>
  )
}
