import { Link } from 'react-router-dom'
import { act } from '#lib/messages/account.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Dialog } from '#ui/Dialog.tsx'

export interface PasswordDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const CUSTOMER_SERVICE = '/cs'

/**
 * S7.38: tells the member that the password does not satisfy the current rules and that customer service changes it.
 */
export function PasswordDialog({ isOpen, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={act('password.title')}
      description={act('password.text')}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {act('password.later')}
          </Button>
          <Link className={buttonClass({ kind: 'primary', size: 'small' })} to={CUSTOMER_SERVICE} onClick={onClose}>
            {act('password.change')}
          </Link>
        </>
      }
    />
  )
}
