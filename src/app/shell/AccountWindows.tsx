import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { act } from '#lib/messages/account.ts'
import { IdleSignOut } from '#features/account/IdleSignOut.tsx'
import { NoticeDialog } from '#features/account/NoticeDialog.tsx'
import { PhoneCodeForm, WithdrawPasswordForm } from '#features/account/SleepForms.tsx'
import type { AccountCare } from '#features/account/use-account-care.ts'
import { useAccountCare } from '#features/account/use-account-care.ts'
import { BindingWizard } from '#features/security/binding/BindingWizard.tsx'
import { ImageCode } from '#features/verification/ImageCode.tsx'
import { useSecurity } from '#state/session/security.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import styles from './AccountWindows.module.css'

export interface AccountWindowsProps {
  /** True if the member signed in on this page; false if a session was restored. */
  readonly isFreshSignIn: boolean
}

/** Account notices, one window at a time (S7.37, S7.38, S7.51), the idle sign-out (S7.50) and the binding wizard (S3.33). */
export function AccountWindows({ isFreshSignIn }: AccountWindowsProps) {
  const care = useAccountCare(isFreshSignIn)
  const idleMinutes = useSecurity().data?.idleMinutes ?? 0
  return (
    <>
      <SleepDialog care={care} />
      <NoticeDialog
        notice={care.notice}
        isOpen={care.window === 'notice'}
        onAcknowledge={care.acknowledge}
        onClose={care.close}
      />
      <PasswordDialog isOpen={care.window === 'password'} onClose={care.close} />
      <BindingWizard />
      {idleMinutes > 0 && <IdleSignOut minutes={idleMinutes} />}
    </>
  )
}

export interface PasswordDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** S7.38: tells the member that the password does not satisfy the current rules, with a link to the form. */
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
          <Link
            className={buttonClass({ kind: 'primary', size: 'small' })}
            to="/app/security/password"
            onClick={onClose}
          >
            {act('password.change')}
          </Link>
        </>
      }
    />
  )
}

const SLEEP_TEXTS = { phone: 'sleep.textPhone', withdrawPassword: 'sleep.textPin', image: 'sleep.text' } as const

/** S7.37: an inactive account, and the strongest way to reactivate it that it has. */
function SleepDialog({ care }: { readonly care: AccountCare }) {
  const { by, days, wake, close } = care
  return (
    <Dialog
      isOpen={care.window === 'sleep'}
      onOpenChange={(next) => !next && close()}
      title={act('sleep.title')}
      description={act(SLEEP_TEXTS[by], { days })}
    >
      <div className={styles.check}>
        {by === 'phone' && <PhoneCodeForm wake={wake} />}
        {by === 'withdrawPassword' && <WithdrawPasswordForm wake={wake} />}
        {by === 'image' && <ImageCodeForm wake={wake} />}
      </div>
    </Dialog>
  )
}

function ImageCodeForm({ wake }: Pick<AccountCare, 'wake'>) {
  const [isUnavailable, setUnavailable] = useState(false)
  if (isUnavailable) return <ErrorPanel message={act('sleep.noPicture')} onRetry={() => setUnavailable(false)} />
  return (
    <ImageCode
      onSolved={async (result) => {
        if (result.safeType !== 'imageCode') return failure(CODES.PARAM_ERROR, act('sleep.noPicture'))
        const woken = await wake({ codeId: result.codeId, code: result.imgCode })
        return woken.ok ? success(null) : woken
      }}
      onUnavailable={() => setUnavailable(true)}
      onImageCode={null}
    />
  )
}
