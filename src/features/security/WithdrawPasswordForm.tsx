import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { withdrawPasswordProblem } from '#protocol/rules/wallet.ts'
import { securityText } from '#messages/zh/security.ts'
import { useOneTimeCode } from '#state/session/one-time-code.ts'
import { loadSecurity, type SecurityOverview } from '#state/session/security.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { CodeField, codeProblem } from '#ui/field/CodeField.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { type FormState, useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './security.module.css'

/** Sets the withdrawal password, or changes it with the old one or with a code of the bound phone (S5.17). */
export function WithdrawPasswordForm({ security }: { readonly security: SecurityOverview }) {
  const [mode, setMode] = useState<'old' | 'code'>('old')
  const [timesDone, setTimesDone] = useState(0)
  const { hasWithdrawPassword, phone } = security
  const done = () => {
    toast({ text: securityText(hasWithdrawPassword ? 'withdraw.changed' : 'withdraw.done'), tone: 'success' })
    setTimesDone(timesDone + 1)
    void loadSecurity()
  }
  const byOld = hasWithdrawPassword && mode === 'old'
  return (
    <div className={styles.body}>
      {hasWithdrawPassword && (
        <div className={styles.form}>
          <Choices
            label={securityText('withdraw.mode')}
            value={mode}
            choices={[
              { value: 'old', label: securityText('withdraw.byOld') },
              { value: 'code', label: securityText('withdraw.byCode') },
            ]}
            onChange={setMode}
          />
          <span />
        </div>
      )}
      {byOld && <ByOldPassword key={timesDone} onDone={done} />}
      {!byOld && phone === null && <NoPhone />}
      {!byOld && phone !== null && (
        <ByCode
          key={timesDone}
          phone={`+${phone.areaCode} ${phone.masked}`}
          isReset={hasWithdrawPassword}
          onDone={done}
        />
      )}
    </div>
  )
}

function NoPhone() {
  return (
    <>
      <p className={styles.text}>{securityText('withdraw.noPhone')}</p>
      <Link className={buttonClass({ kind: 'primary' })} to="/app/security/phone">
        {securityText('withdraw.toPhone')}
      </Link>
    </>
  )
}

interface NewPin {
  readonly pwd: string
  readonly again: string
}

const pinProblems = ({ pwd, again }: NewPin) => ({
  pwd: withdrawPasswordProblem(pwd),
  again: again === pwd ? null : securityText('withdraw.notSame'),
})

interface NewPinFieldsProps {
  readonly bind: FormState<{ pwd: string; again: string }>['bind']
  readonly isFirst: boolean
}

function NewPinFields({ bind, isFirst }: NewPinFieldsProps) {
  return (
    <>
      <PinField
        {...bind('pwd')}
        label={securityText(isFirst ? 'withdraw.pwd' : 'withdraw.new')}
        name="pwd"
        hint={securityText('withdraw.hint')}
      />
      <PinField
        {...bind('again')}
        label={securityText(isFirst ? 'withdraw.again' : 'withdraw.againNew')}
        name="again"
      />
    </>
  )
}

function ByOldPassword({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({
    initial: { oldPwd: '', pwd: '', again: '' },
    check: (typed) => ({
      oldPwd: /^\d{6}$/.test(typed.oldPwd) ? null : securityText('withdraw.oldEmpty'),
      ...pinProblems(typed),
    }),
    submit: ({ oldPwd, pwd }) => call('withdrawPassword.update', { oldPwd, newPwd: pwd }),
    refusals: { [CODES.WITHDRAW_PWD_WRONG]: 'oldPwd' },
    onDone,
  })
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <PinField {...form.bind('oldPwd')} label={securityText('withdraw.old')} name="oldPwd" />
      <NewPinFields bind={form.bind} isFirst={false} />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isLoading={form.isBusy}>
        {securityText('withdraw.change')}
      </Button>
    </Form>
  )
}

interface ByCodeProps {
  /** Masked. */
  readonly phone: string
  readonly isReset: boolean
  readonly onDone: () => void
}

function ByCode({ phone, isReset, onDone }: ByCodeProps) {
  const { send, ...oneTimeCode } = useOneTimeCode('withdrawPassword')
  const form = useForm({
    initial: { pwd: '', again: '', code: '' },
    check: (typed) => ({ ...pinProblems(typed), code: codeProblem(typed.code) }),
    submit: ({ pwd, code }) => call(isReset ? 'withdrawPassword.reset' : 'withdrawPassword.set', { pwd, code }),
    refusals: { [CODES.VERIFY_CODE_ERROR]: 'code' },
    onDone,
  })
  const sendCode = async () => {
    const refused = await send()
    return refused === null ? form.focus('code') : form.reject('code', refused.message)
  }
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <NewPinFields bind={form.bind} isFirst={!isReset} />
      <CodeField
        {...form.bind('code')}
        {...oneTimeCode}
        hint={securityText('withdraw.codeTo', { phone })}
        onSend={() => void sendCode()}
      />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isLoading={form.isBusy}>
        {securityText(isReset ? 'withdraw.reset' : 'withdraw.set')}
      </Button>
    </Form>
  )
}
