import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import styles from './RecoveryCodes.module.css'
import { NarrowScreen } from './Screen.tsx'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <NarrowScreen title={cst('factor.codesTitle')} lead={cst('factor.codesLead')}>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button kind="primary" isWide onClick={onDone}>
        {cst('factor.codesDone')}
      </Button>
    </NarrowScreen>
  )
}
