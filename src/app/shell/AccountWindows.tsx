import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { failure } from '#protocol/result.ts'
import { act } from '#lib/messages/account.ts'
import { useAccountCare } from '#features/account/use-account-care.ts'
import { ImageCode } from '#features/verification/ImageCode.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import styles from './AccountWindows.module.css'
import { Link } from 'react-router-dom'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { ReactNode } from 'react'

export interface AccountWindowsProps {
  /** True if the member signed in on this page; false if a session was restored. */
  readonly isFreshSignIn: boolean
}

/** Account notices, one window at a time (S7.37, S7.38). */
export function AccountWindows({ isFreshSignIn }: AccountWindowsProps) {
  const care = useAccountCare(isFreshSignIn)
  const [isUnavailable, setUnavailable] = useState(false)
  return (
    <>
      <SleepDialog isOpen={care.window === 'sleep'} days={care.days} onClose={care.close}>
        {isUnavailable ? (
          <ErrorPanel message={act('sleep.noPicture')} onRetry={() => setUnavailable(false)} />
        ) : (
          <ImageCode
            onSolved={async (result) =>
              result.safeType === 'imageCode' ? care.wake(result) : failure(CODES.PARAM_ERROR, act('sleep.noPicture'))
            }
            onUnavailable={() => setUnavailable(true)}
            onImageCode={null}
          />
        )}
      </SleepDialog>
      <PasswordDialog isOpen={care.window === 'password'} onClose={care.close} />
    </>
  )
}

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
