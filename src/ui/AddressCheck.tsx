import { groupsOfFour } from '#protocol/rules/wallet.ts'
import styles from './AddressCheck.module.css'

/** The typed address in groups of four, to compare it with the original (S5.21). */
export function AddressCheck({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <p className={styles.address}>
      <span>{label}</span>
      <output>{groupsOfFour(address)}</output>
    </p>
  )
}
