import { copyText } from '#lib/copy-text.ts'
import { cst } from '#lib/messages/console.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast-manager.ts'
import { useConsole } from '../session.tsx'

export interface IssuedInvitation {
  readonly name: string
  /** Path with the token in its fragment. */
  readonly link: string
  readonly expiresAt: number
}

/** Shows a new link once. */
export function InvitationDialog(props: { readonly invitation: IssuedInvitation; readonly onClose: () => void }) {
  const { invitation, onClose } = props
  const { name, expiresAt } = invitation
  const { formatTime } = useConsole()
  const link = location.origin + invitation.link
  const copy = async () => {
    if (await copyText(link)) toast(cst('copied'))
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={cst('operators.invite')}
      description={cst('operators.link', { name, time: formatTime(expiresAt) })}
      actions={
        <>
          <Button onClick={onClose}>{cst('operators.close')}</Button>
          <Button kind="primary" onClick={() => void copy()}>
            {cst('operators.copy')}
          </Button>
        </>
      }
    >
      <code style={{ overflowWrap: 'anywhere' }}>{link}</code>
    </Dialog>
  )
}
