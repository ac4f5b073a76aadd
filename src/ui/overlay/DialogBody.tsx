import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { directionOf } from '#messages/bidi.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './Dialog.module.css'
import { IconButton } from '#ui/button/IconButton.tsx'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  readonly description?: string
  readonly children?: ReactNode
  /** Buttons at the bottom right; the recommended one last. */
  readonly actions?: ReactNode
  /** A question: no close button and no closing by a press outside (Escape cancels). */
  readonly isQuestion?: boolean
  /** Opens by itself: the dialog has the focus, so that a key that is pressed at this moment presses none of its buttons. */
  readonly isUnprompted?: boolean
  /** A safety check is above all other windows. */
  readonly level?: 'business' | 'safety'
}

/** Loaded when `Dialog` opens for the first time. */
export function DialogBody(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, children, actions, isQuestion = false } = props
  const { isUnprompted = false, level = 'business' } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={isQuestion}>
      <BaseDialog.Portal>
        {/* A question inside of another dialog covers that dialog too. */}
        <BaseDialog.Backdrop className={styles.scrim} data-level={level} forceRender={isQuestion} />
        <BaseDialog.Popup
          ref={popup}
          className={styles.popup}
          data-level={level}
          role={isQuestion ? 'alertdialog' : 'dialog'}
          // The content of a check is loaded first; until then the dialog itself has the focus.
          {...((isUnprompted || level === 'safety') && { initialFocus: popup })}
        >
          <header className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {!isQuestion && (
              <BaseDialog.Close
                render={<IconButton size="small" label={commonText('action.close')} icon={<X size={20} />} />}
              />
            )}
          </header>
          {description && (
            <BaseDialog.Description className={styles.text} dir={directionOf(description)}>
              {description}
            </BaseDialog.Description>
          )}
          {children}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
