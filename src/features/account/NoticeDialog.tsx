import { Link } from 'react-router-dom'
import { formatKickoff } from '#lib/format.ts'
import { accountMessages, accountText } from '#messages/zh/account.ts'
import { serverNow } from '#transport/client.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { SecurityNotice } from './use-account-care.ts'

interface NoticeDialogProps {
  readonly notice: SecurityNotice | null
  readonly isOpen: boolean
  readonly onAcknowledge: () => void
  /** Postpones the notice until the next sign-in. */
  readonly onClose: () => void
}

/** `password-changed` → the text of `notice.passwordChanged`; a general one for a kind that this page does not know. */
function noticeText({ kind, at }: SecurityNotice): string {
  const key = `notice.${kind.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`
  const known = key in accountMessages ? (key as 'notice.other') : 'notice.other'
  return accountText(known, { time: formatKickoff(at, serverNow()) })
}

/** A security change that the member has not acknowledged (S7.51), with the way to undo it. */
export function NoticeDialog({ notice, isOpen, onAcknowledge, onClose }: NoticeDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={accountText('notice.title')}
      description={notice === null ? '' : noticeText(notice) + accountText('notice.from', { address: notice.address })}
      actions={
        <>
          <Link className={buttonClass({ kind: 'danger' })} to="/app/security/password" onClick={onAcknowledge}>
            {accountText('notice.notMine')}
          </Link>
          <Button kind="primary" onClick={onAcknowledge}>
            {accountText('notice.mine')}
          </Button>
        </>
      }
    />
  )
}
