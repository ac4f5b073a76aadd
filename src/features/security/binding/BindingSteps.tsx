import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { normalRealName, realNameProblem } from '#protocol/rules/member/person.ts'
import { usdtAddressProblem } from '#protocol/wallet/usdt-address.ts'
import { securityText } from '#messages/zh/security.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { call } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { AddressFields } from '#ui/field/AddressFields.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { type FormState, type FormValues, useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { useQuestion } from '#ui/overlay/use-question.tsx'
import styles from './BindingDialog.module.css'

/** Typed text of the steps. Kept while the page lives, so that the wizard can be closed; one-time codes are not. */
export interface BindingDraft {
  readonly realName: string
  readonly areaCode: string
  readonly phone: string
  readonly holder: string
  readonly chain: string
  readonly address: string
}

interface StepProps<Draft> {
  readonly draft: Draft
  readonly onDraft: (draft: Partial<BindingDraft>) => void
  readonly onDone: () => void
}

/** Focuses the first field of a step that has just opened. */
function useFirstFocus(focus: () => void): void {
  const first = useEffectEvent(focus)
  useEffect(() => first(), [])
}

interface StepFormProps<Values extends FormValues> {
  readonly form: FormState<Values>
  readonly submitLabel: string
  readonly children: ReactNode
}

function StepForm<Values extends FormValues>({ form, submitLabel, children }: StepFormProps<Values>) {
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      {children}
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {submitLabel}
      </Button>
    </Form>
  )
}

/** The real name by the rule of the site (S5.7-S5.14). */
export function RealNameStep({ draft, onDraft, onDone }: StepProps<string>) {
  const { realNameRule } = useAtomValue(siteConfigAtom)
  const [ask, question] = useQuestion()
  const form = useForm({
    initial: { realName: draft },
    check: ({ realName }) => ({ realName: realNameProblem(realName, realNameRule === 2 ? 2 : 1) }),
    ask: ({ realName }) =>
      ask({
        title: securityText('binding.name.question', { name: normalRealName(realName) }),
        text: securityText('binding.name.questionText'),
        action: securityText('binding.name.confirm'),
      }),
    submit: ({ realName }) => call('bind.realName', { realName: normalRealName(realName) }),
    onDone,
    onChange: onDraft,
  })
  useFirstFocus(() => form.focus('realName'))
  return (
    <StepForm form={form} submitLabel={securityText('binding.name.submit')}>
      <Field
        {...form.bind('realName')}
        label={securityText('binding.name.label')}
        hint={securityText('binding.name.hint')}
        name="realName"
        autoComplete="name"
        maxLength={48}
        required
      />
      {question}
    </StepForm>
  )
}

interface HolderStepProps extends StepProps<string> {
  /** Masked names. */
  readonly holders: readonly string[]
}

/** The account holder, among the names that the server offers. */
export function HolderStep({ holders, draft, onDraft, onDone }: HolderStepProps) {
  const form = useForm({
    initial: { holder: Number(draft) < holders.length ? draft : '0' },
    check: () => ({}),
    submit: ({ holder }) => call('bind.selectHolder', { holder: Number(holder) }),
    onDone,
    onChange: onDraft,
  })
  if (holders.length === 0) {
    return (
      <div className={styles.complete}>
        <p>{securityText('binding.holder.none')}</p>
        <Link className={buttonClass({ kind: 'primary' })} to="/cs">
          {securityText('binding.holder.service')}
        </Link>
      </div>
    )
  }
  const { value, onValueChange } = form.bind('holder')
  return (
    <StepForm form={form} submitLabel={securityText('binding.holder.submit')}>
      <Choices
        label={securityText('binding.holder.label')}
        value={value}
        choices={holders.map((label, index) => ({ value: String(index), label }))}
        onChange={onValueChange}
      />
    </StepForm>
  )
}

interface UsdtStepProps extends StepProps<Partial<BindingDraft>> {
  readonly chains: readonly string[]
  readonly needsWithdrawPassword: boolean
}

/** The USDT chain and address (S5.27). The typed address is also shown in groups of four, to compare it (S5.21). */
export function UsdtStep({ chains, needsWithdrawPassword, draft, onDraft, onDone }: UsdtStepProps) {
  const [firstChain = 'TRC20'] = chains
  const form = useForm({
    initial: {
      chain: draft.chain !== undefined && chains.includes(draft.chain) ? draft.chain : firstChain,
      address: draft.address ?? '',
      withdrawPwd: '',
    },
    check: ({ chain, address, withdrawPwd }) => ({
      address: usdtAddressProblem(chain, address),
      withdrawPwd: needsWithdrawPassword && withdrawPwd.length < 6 ? securityText('withdraw.oldEmpty') : null,
    }),
    async submit({ chain, address, withdrawPwd }) {
      const result = await call('bind.selectUsdt', { chain, address, ...(needsWithdrawPassword && { withdrawPwd }) })
      if (result.ok)
        toast({ text: securityText('binding.usdt.saved', { masked: result.data.masked }), tone: 'success' })
      return result
    },
    refusals: { [CODES.WITHDRAW_PWD_WRONG]: 'withdrawPwd' },
    onDone,
    onChange: ({ chain, address }) => onDraft({ chain, address }),
  })
  useFirstFocus(() => form.focus('address'))
  return (
    <StepForm form={form} submitLabel={securityText('binding.usdt.submit')}>
      <AddressFields
        chains={chains}
        chain={form.bind('chain')}
        address={form.bind('address')}
        labels={{
          chain: securityText('binding.usdt.chain'),
          address: securityText('binding.usdt.address'),
          hint: securityText('binding.usdt.hint'),
          check: securityText('binding.usdt.check'),
        }}
      />
      {needsWithdrawPassword && (
        <PinField {...form.bind('withdrawPwd')} label={securityText('withdraw.pwd')} name="withdrawPwd" />
      )}
    </StepForm>
  )
}
