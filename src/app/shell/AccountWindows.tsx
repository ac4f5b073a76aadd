import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { accountText } from '#messages/zh/account.ts'
import { IdleSignOut } from '#features/account/IdleSignOut.tsx'
import { NoticeDialog } from '#features/account/NoticeDialog.tsx'
import { useAccountCare } from '#features/account/use-account-care.ts'
import type { BindingDialogProps } from '#features/security/binding/BindingDialog.tsx'
import { bindingRequestAtom, closeBindingAtom } from '#state/session/binding.ts'
import { memberAtom } from '#state/session/session.ts'
import { useSecurity } from '#state/session/security.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { later } from '#ui/state/later.tsx'
import { lazyWindow } from '#ui/state/lazy-part.tsx'
import type { SleepDialogProps } from './SleepDialog.tsx'

const SleepDialog = lazyWindow<SleepDialogProps>(
  async () => (await import('./SleepDialog.tsx')).SleepDialog,
  ({ care }) => care.close(),
)

const BindingDialog = lazyWindow<BindingDialogProps>(
  async () => (await import('#features/security/binding/BindingDialog.tsx')).BindingDialog,
  ({ onClose }) => onClose(false),
)

/** Loaded when the page is idle: the first minute of use needs no report. */
const RealityCheck = later(async () => (await import('#features/wallet/responsible/RealityCheck.tsx')).RealityCheck)

export interface AccountWindowsProps {
  /** True if the member signed in on this page; false if a session was restored. */
  readonly isFreshSignIn: boolean
}

/** Account notices, one window at a time (S7.37, S7.38, S7.51), the idle sign-out (S7.50), the binding wizard (S3.33) and the reality check. */
export function AccountWindows({ isFreshSignIn }: AccountWindowsProps) {
  const care = useAccountCare(isFreshSignIn)
  const idleMinutes = useSecurity().data?.idleMinutes ?? 0
  return (
    <>
      <SleepDialog isOpen={care.window === 'sleep'} care={care} />
      <NoticeDialog
        notice={care.notice}
        isOpen={care.window === 'notice'}
        onAcknowledge={care.acknowledge}
        onClose={care.close}
      />
      <PasswordDialog isOpen={care.window === 'password'} onClose={care.close} />
      <BindingWizard />
      <RealityCheck />
      {idleMinutes > 0 && <IdleSignOut minutes={idleMinutes} />}
    </>
  )
}

interface PasswordDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** S7.38: tells the member that the password does not satisfy the current rules, with a link to the form. */
function PasswordDialog({ isOpen, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={accountText('password.title')}
      description={accountText('password.text')}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {accountText('password.later')}
          </Button>
          <Link
            className={buttonClass({ kind: 'primary', size: 'small' })}
            to="/app/security/password"
            onClick={onClose}
          >
            {accountText('password.change')}
          </Link>
        </>
      }
    />
  )
}

/**
 * The binding wizard (S3.33) while it is open. Rendered once beside the screens of a member. Closed by a sign-out and by a link to
 * another screen.
 */
export function BindingWizard() {
  const isOpen = useAtomValue(bindingRequestAtom) !== null
  const userId = useAtomValue(memberAtom)?.userId
  const { pathname } = useLocation()
  return isOpen && <OpenWizard key={`${userId} ${pathname}`} userId={userId} />
}

function OpenWizard({ userId }: { readonly userId: string | undefined }) {
  const request = useAtomValue(bindingRequestAtom)
  const close = useSetAtom(closeBindingAtom)
  const isVisitor = userId === undefined
  useEffect(() => {
    if (isVisitor) close(false)
    return () => close(false)
  }, [isVisitor, close])
  if (request === null || isVisitor) return null
  const { needed, isByHand } = request
  return <BindingDialog userId={userId} needed={needed} isByHand={isByHand} onClose={close} />
}
