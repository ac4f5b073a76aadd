import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#lib/messages/common.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import type { DialogProps } from './Dialog.tsx'

/** Loaded when `Dialog` opens for the first time. */
export function DialogBody(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, actions, isQuestion = false, level = 'business' } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.scrim} data-level={level} />
        <BaseDialog.Popup
          ref={popup}
          className={styles.popup}
          data-level={level}
          role={isQuestion ? 'alertdialog' : 'dialog'}
          // The content of a check is loaded first; until then the dialog itself has the focus.
          {...(level === 'safety' && { initialFocus: popup })}
        >
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
