import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/text/t.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  readonly description?: string
  readonly children?: ReactNode
  /** Buttons at the foot, right-aligned; the recommended one last. */
  readonly actions?: ReactNode
  /** A question that must be answered: no cross, no closing by a press outside (Escape still cancels). */
  readonly isQuestion?: boolean
}

/** A modal window: focus moves in, stays in, and returns to where it came from. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, actions, isQuestion = false } = props
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.scrim} />
        <BaseDialog.Popup className={styles.popup} role={isQuestion ? 'alertdialog' : 'dialog'}>
          <header className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {!isQuestion && (
              <BaseDialog.Close render={<IconButton size="small" label={t('action.close')} icon={<X size={20} />} />} />
            )}
          </header>
          {description && <BaseDialog.Description className={styles.text}>{description}</BaseDialog.Description>}
          {children}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
