import { useAtomValue } from 'jotai'
import { CODES } from '#protocol/codes.ts'
import { offeredChains } from '#protocol/rules/site-offers.ts'
import { usdtAddressProblem } from '#protocol/wallet/usdt-address.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { isConnectionFailure } from '#lib/failures.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { AddressFields } from '#ui/field/AddressFields.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { type AccountFormProps, AddFailure, withPinText } from './CardForm.tsx'
import styles from './cards.module.css'
import { pinProblem } from './PasswordDialog.tsx'

const MAX_ALIAS = 16

/**
 * A new USDT address (S7.74). Its checksum is verified before it is sent (S5.27), which needs hash functions; so the form
 * is loaded when it opens.
 */
export function AddressForm({ onDone, onUnknown }: AccountFormProps) {
  const chains = offeredChains(useAtomValue(siteConfigAtom))
  const { withdrawPassword: isPasswordAsked } = useAtomValue(entrancesAtom)
  const form = useForm({
    initial: { chain: chains[0] ?? '', address: '', alias: '', withdrawPwd: '' },
    check: ({ chain, address, alias, withdrawPwd }) => ({
      address: usdtAddressProblem(chain, address),
      alias: Array.from(alias.trim()).length > MAX_ALIAS ? walletText('cards.address.aliasProblem') : null,
      withdrawPwd: isPasswordAsked ? pinProblem(withdrawPwd) : null,
    }),
    async submit({ alias, withdrawPwd, ...typed }) {
      const secret = isPasswordAsked ? { withdrawPwd } : {}
      const result = await withPinText(call('virtualCurrency.insert', { ...typed, ...secret, alias: alias.trim() }))
      if (!result.ok && isConnectionFailure(result)) onUnknown()
      return result
    },
    refusals: { [CODES.WITHDRAW_PWD_WRONG]: 'withdrawPwd' },
    onDone,
  })
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={form.submit}>
      <AddressFields
        chains={chains}
        chain={form.bind('chain')}
        address={form.bind('address')}
        labels={{
          chain: walletText('cards.address.chain'),
          address: walletText('cards.address.label'),
          hint: walletText('cards.address.hint'),
          check: walletText('cards.address.check'),
        }}
      />
      <Field
        {...form.bind('alias')}
        label={walletText('cards.address.alias')}
        hint={walletText('cards.address.aliasHint')}
        name="alias"
        autoComplete="off"
        maxLength={32}
      />
      {isPasswordAsked && (
        <PinField {...form.bind('withdrawPwd')} label={walletText('cards.pin.label')} name="withdrawPwd" />
      )}
      {form.failure && <AddFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {walletText('cards.address.submit')}
      </Button>
    </Form>
  )
}
