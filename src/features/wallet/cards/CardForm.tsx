import { useAtomValue } from 'jotai'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { realNameProblem } from '#protocol/rules/member/person.ts'
import { branchProblem, cardNumberProblem, cardNumberTyped, MAX_BRANCH } from '#protocol/rules/wallet.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { type FieldBinding, useForm } from '#ui/field/use-form.ts'
import { Loaded } from '#ui/state/Loaded.tsx'
import { pinProblem, wrongPinText } from './PasswordDialog.tsx'
import { useRef } from 'react'
import styles from './cards.module.css'

export interface AccountFormProps {
  /** The bound real name, masked; empty if there is none. */
  readonly realName: string
  readonly onDone: () => void
  /** Called if no response arrived: the account may have been added. */
  readonly onUnknown: () => void
}

/** The result of a change with the withdrawal password, with the time of a lock in its message. */
export async function withPinText<Data>(result: Promise<Result<Data>>): Promise<Result<Data>> {
  const given = await result
  return !given.ok && given.code === CODES.WITHDRAW_PWD_WRONG ? { ...given, message: wrongPinText(given) } : given
}

/** The refusal of an added account. Without a response it says that another try does no harm. */
export function AddFailure({ failure }: { readonly failure: Failure }) {
  return (
    <>
      <FormFailure failure={failure} />
      {isConnectionFailure(failure) && <p className={styles.text}>{walletText('cards.add.unknown')}</p>}
    </>
  )
}

/** A new bank card of the member (S7.73, S5.19). */
export function CardForm({ realName, onDone, onUnknown }: AccountFormProps) {
  const { realNameRule } = useAtomValue(siteConfigAtom)
  const banks = useServerData('bank.list', {})
  const { withdrawPassword: isPasswordAsked } = useAtomValue(entrancesAtom)
  const form = useForm({
    initial: { bankCode: '', branch: '', cardNum: '', realName: '', withdrawPwd: '' },
    check: (typed) => ({
      bankCode: typed.bankCode === '' ? walletText('cards.card.bankChoose') : null,
      branch: branchProblem(typed.branch),
      cardNum: cardNumberProblem(typed.cardNum),
      realName: realNameProblem(typed.realName, realNameRule === 2 ? 2 : 1),
      withdrawPwd: isPasswordAsked ? pinProblem(typed.withdrawPwd) : null,
    }),
    async submit({ withdrawPwd, ...typed }) {
      const secret = isPasswordAsked ? { withdrawPwd } : {}
      const result = await withPinText(call('bankCard.insert', { ...typed, ...secret }))
      if (!result.ok && isConnectionFailure(result)) onUnknown()
      return result
    },
    refusals: { [CODES.WITHDRAW_PWD_WRONG]: 'withdrawPwd' },
    onDone,
  })
  if (banks.data === null) {
    const failed = walletText('cards.card.bankFailed')
    return <Loaded query={banks} title={failed} rows={4} height={66} />
  }
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <BankFields banks={banks.data.list} bank={form.bind('bankCode')} branch={form.bind('branch')} />
      <CardNumberField {...form.bind('cardNum')} />
      <Field
        {...form.bind('realName')}
        label={walletText('cards.card.holder')}
        hint={walletText('cards.card.holderHint', { name: realName })}
        name="realName"
        autoComplete="name"
        maxLength={48}
        required
      />
      {isPasswordAsked && (
        <PinField {...form.bind('withdrawPwd')} label={walletText('cards.pin.label')} name="withdrawPwd" />
      )}
      {form.failure && <AddFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {walletText('cards.card.submit')}
      </Button>
    </Form>
  )
}

interface BankFieldsProps {
  readonly banks: DataOf<'bank.list'>['list']
  readonly bank: FieldBinding
  readonly branch: FieldBinding
}

function BankFields({ banks, bank, branch }: BankFieldsProps) {
  const options = banks.map(({ bankCode, bankName }) => ({ value: bankCode, label: bankName }))
  return (
    <>
      <SelectField
        {...bank}
        label={walletText('cards.card.bank')}
        name="bankCode"
        options={[{ value: '', label: walletText('cards.card.bankChoose') }, ...options]}
      />
      <Field
        {...branch}
        label={walletText('cards.card.branch')}
        hint={walletText('cards.card.branchHint')}
        name="branch"
        autoComplete="off"
        maxLength={MAX_BRANCH}
      />
    </>
  )
}

/** The number of a bank card in groups of four while it is typed (S5.20). */
export function CardNumberField(field: FieldBinding) {
  const isForward = useRef(false)
  return (
    <Field
      {...field}
      label={walletText('cards.card.number')}
      hint={walletText('cards.card.numberHint')}
      name="cardNum"
      inputMode="numeric"
      autoComplete="off"
      required
      onKeyDown={({ key }) => {
        isForward.current = key === 'Delete'
      }}
      read={(typed, before) => cardNumberTyped(typed, before, isForward.current)}
    />
  )
}
