import type { ReactNode } from 'react'
import { act } from '#lib/messages/account.ts'
import { Dialog } from '#ui/Dialog.tsx'
import styles from './SleepDialog.module.css'

export interface SleepDialogProps {
  readonly isOpen: boolean
  readonly days: number
  readonly onClose: () => void
  /** The image code form that reactivates the account. */
  readonly children: ReactNode
}

/** S7.37: an inactive account. An image code reactivates it. */
export function SleepDialog({ isOpen, days, onClose, children }: SleepDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={act('sleep.title')}
      description={act('sleep.text', { days })}
    >
      <div className={styles.check}>{children}</div>
    </Dialog>
  )
}
