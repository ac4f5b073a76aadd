import { useState } from 'react'
import { isVisible } from '#protocol/rules/chat-text.ts'
import { adminText } from '#messages/zh/administration.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { pin } from './acts.ts'

interface PinDialogProps {
  readonly chatRoomNo: string
  readonly onClose: () => void
}

/** Focuses the text field when the dialog opens. */
const focusOnCome = (box: HTMLInputElement | null) => box?.focus()

/** Pins a text of the administrator above the chat. */
export function PinDialog({ chatRoomNo, onClose }: PinDialogProps) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const isDone = await pin(chatRoomNo, text.trim())
    setSending(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={adminText('pin')}
      actions={
        <>
          <Button onClick={onClose}>{adminText('cancel')}</Button>
          <Button kind="primary" disabled={!isVisible(text)} isLoading={isSending} onClick={() => void send()}>
            {adminText('pin.send')}
          </Button>
        </>
      }
    >
      <Field
        label={adminText('pin.text')}
        hint={adminText('pin.hint')}
        value={text}
        maxLength={100}
        ref={focusOnCome}
        onValueChange={setText}
      />
    </Dialog>
  )
}
