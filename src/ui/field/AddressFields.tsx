import { groupsOfFour } from '#protocol/rules/wallet.ts'
import { addressTyped } from '#protocol/wallet/usdt-address.ts'
import styles from './AddressFields.module.css'
import { Choices } from '#ui/choice/Choices.tsx'
import { Field } from './Field.tsx'
import type { FieldBinding } from './use-form.ts'

interface AddressFieldsProps {
  readonly chains: readonly string[]
  readonly chain: FieldBinding
  readonly address: FieldBinding
  /** `check`: of the typed address in groups. */
  readonly labels: { readonly chain: string; readonly address: string; readonly hint: string; readonly check: string }
}

/** A USDT address and its chain (S5.27), with the typed address in groups of four, to compare it with the original (S5.21). */
export function AddressFields({ chains, chain, address, labels }: AddressFieldsProps) {
  return (
    <>
      <Choices
        label={labels.chain}
        value={chain.value}
        choices={chains.map((value) => ({ value, label: value }))}
        onChange={chain.onValueChange}
      />
      <Field
        {...address}
        label={labels.address}
        hint={labels.hint}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        read={addressTyped}
      />
      <p className={styles.address}>
        <span>{labels.check}</span>
        <output>{groupsOfFour(address.value)}</output>
      </p>
    </>
  )
}
