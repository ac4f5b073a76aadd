import { RefreshCw } from 'lucide-react'
import { formatClockInFull } from '#lib/format.ts'
import { accessText } from '#messages/zh/access.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './RecoveryBar.module.css'
import type { Recovery } from './use-recovery.ts'

interface RecoveryBarProps {
  readonly recovery: Recovery
  readonly label: string
}

/** A button that checks now, and the result of the last check. */
export function RecoveryBar({ recovery, label }: RecoveryBarProps) {
  const { isChecking, last, check } = recovery
  return (
    <>
      <Button
        className={styles.button}
        kind="primary"
        size="large"
        icon={<RefreshCw size={16} />}
        isLoading={isChecking}
        onClick={check}
      >
        {label}
      </Button>
      <p className={styles.note}>{accessText('recover.auto')}</p>
      <output className={styles.last}>
        {last &&
          accessText(last.isReached ? 'recover.checked' : 'recover.unreached', { clock: formatClockInFull(last.at) })}
      </output>
    </>
  )
}
