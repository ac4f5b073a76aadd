import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './RecoveryCodes.module.css'
import { NarrowScreen } from './Screen.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <NarrowScreen title={consoleText('factor.codesTitle')} lead={consoleText('factor.codesLead')}>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button kind="primary" isWide onClick={onDone}>
        {consoleText('factor.codesDone')}
      </Button>
    </NarrowScreen>
  )
}
