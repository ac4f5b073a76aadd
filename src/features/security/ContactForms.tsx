import { CODES } from '#protocol/codes.ts'
import { emailProblem, normalEmail } from '#protocol/rules/member/person.ts'
import { MAINLAND, normalPhone, phoneProblem } from '#protocol/rules/member/phone.ts'
import { commonText } from '#messages/zh/common.ts'
import { securityText } from '#messages/zh/security.ts'
import { useOneTimeCode } from '#state/session/one-time-code.ts'
import { loadSecurity, type SecurityOverview } from '#state/session/security.ts'
import { usePhoneCountries } from '#state/site/countries.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { CodeField, codeProblem } from '#ui/field/CodeField.tsx'
import { CurrentValue } from '#ui/field/CurrentValue.tsx'
import { EmailField } from '#ui/field/EmailField.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PhoneField } from '#ui/field/PhoneField.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import styles from './security.module.css'

const REFUSALS = { [CODES.VERIFY_CODE_ERROR]: 'code', [CODES.OLD_PASSWORD_WRONG]: 'password' } as const

function bound(text: string): void {
  toast({ text, tone: 'success' })
  void loadSecurity()
}

interface PhoneDraft {
  readonly areaCode: string
  readonly phone: string
}

interface PhoneFormProps {
  readonly current: SecurityOverview['phone']
  /** Text that was typed earlier, and its changes. */
  readonly draft?: Partial<PhoneDraft>
  readonly onDraft?: (draft: PhoneDraft) => void
  readonly onDone?: () => void
}

/** Binds a phone, or replaces the bound one (S7.48, S5.15, S5.16). */
export function PhoneForm({ current, draft, onDraft, onDone }: PhoneFormProps) {
  const countries = usePhoneCountries()
  const { send, ...oneTimeCode } = useOneTimeCode('bindPhone')
  const isChange = current !== null
  const form = useForm({
    initial: { areaCode: MAINLAND, phone: '', ...draft, code: '', password: '' },
    check: ({ areaCode, phone, code, password }) => ({
      phone: phoneProblem(areaCode, phone),
      code: codeProblem(code),
      password: password === '' ? securityText('passkey.passwordEmpty') : null,
    }),
    submit: ({ areaCode, phone, code, password }) =>
      call('bind.phone', { areaCode, phone: normalPhone(areaCode, phone), code, password }),
    refusals: REFUSALS,
    onDone() {
      bound(securityText('phone.done'))
      onDone?.()
    },
    ...(onDraft && { onChange: onDraft }),
  })
  const { areaCode, phone } = form.values
  const sendCode = async () => {
    const problem = phoneProblem(areaCode, phone)
    if (problem !== null) return form.reject('phone', problem)
    const refused = await send({ areaCode, phone: normalPhone(areaCode, phone) })
    return refused === null ? form.focus('code') : form.reject('code', refused.message)
  }
  return (
    <div className={styles.body}>
      <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
        {isChange && (
          <CurrentValue label={securityText('phone.now')} value={`+${current.areaCode} ${current.masked}`} />
        )}
        <PhoneField
          area={form.bind('areaCode')}
          phone={form.bind('phone')}
          label={isChange ? securityText('phone.new') : commonText('forms.phone.label')}
          {...countries}
        />
        <CodeField {...form.bind('code')} {...oneTimeCode} onSend={() => void sendCode()} />
        <CurrentPassword {...form.bind('password')} hint={securityText('bind.passwordHint')} />
        {form.failure && <FormFailure failure={form.failure} />}
        <Button type="submit" kind="primary" size="large" isLoading={form.isBusy}>
          {securityText(isChange ? 'phone.change' : 'phone.submit')}
        </Button>
      </Form>
    </div>
  )
}

/** Binds an address, or replaces the bound one. */
export function EmailForm({ current }: { readonly current: string | null }) {
  const { send, ...oneTimeCode } = useOneTimeCode('bindEmail')
  const isChange = current !== null
  const form = useForm({
    initial: { email: '', code: '', password: '' },
    check: ({ email, code, password }) => ({
      email: emailProblem(email),
      code: codeProblem(code),
      password: password === '' ? securityText('passkey.passwordEmpty') : null,
    }),
    submit: ({ email, code, password }) => call('bind.email', { email: normalEmail(email), code, password }),
    refusals: REFUSALS,
    onDone: () => bound(securityText('mail.done')),
  })
  const { email } = form.values
  const sendCode = async () => {
    const problem = emailProblem(email)
    if (problem !== null) return form.reject('email', problem)
    const refused = await send({ email: normalEmail(email) })
    return refused === null ? form.focus('code') : form.reject('code', refused.message)
  }
  return (
    <div className={styles.body}>
      <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
        {isChange && <CurrentValue label={securityText('mail.now')} value={current} />}
        <EmailField {...form.bind('email')} label={securityText(isChange ? 'mail.new' : 'mail.label')} />
        <CodeField
          {...form.bind('code')}
          {...oneTimeCode}
          label={commonText('forms.code.mailLabel')}
          onSend={() => void sendCode()}
        />
        <CurrentPassword {...form.bind('password')} hint={securityText('bind.passwordHint')} />
        {form.failure && <FormFailure failure={form.failure} />}
        <Button type="submit" kind="primary" size="large" isLoading={form.isBusy}>
          {securityText(isChange ? 'mail.change' : 'mail.submit')}
        </Button>
      </Form>
    </div>
  )
}
