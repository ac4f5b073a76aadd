import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { useState, type ReactNode } from 'react'
import type { Failure, Result } from '#protocol/result.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Field } from '#ui/field/Field.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { SubmitDialog } from '#ui/overlay/SubmitDialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './Screen.module.css'

interface ActDialogProps<Data> {
  readonly title: string
  readonly description?: string
  readonly submitLabel: string
  /** Asks for a reason of at least two characters and passes it to `act`. */
  readonly hasReason?: boolean
  readonly act: (reason: string) => Promise<Result<Data>>
  /** Text after a success; 操作已生效 by default. */
  readonly doneText?: (data: Data) => string
  /** Called after a success or a conflict, to read the item again. */
  readonly onChanged: () => void
  readonly onClose: () => void
  readonly isReady?: boolean
  readonly children?: ReactNode
}

const REASON_MIN = 2

/** Asks before an action. A refusal stays in the dialog with everything that was typed. */
export function ActDialog<Data>(props: ActDialogProps<Data>) {
  const { title, description, submitLabel, hasReason = false, isReady = true, children } = props
  const { act, doneText = () => consoleText('done'), onChanged, onClose } = props
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const submit = async () => {
    const result = await act(cleanChatText(reason))
    if (result.ok) {
      toast(doneText(result.data))
      onChanged()
      onClose()
      return
    }
    setFailure(result)
    if (result.code === CONSOLE_CODES.EDIT_CONFLICT) onChanged()
  }
  return (
    <SubmitDialog
      title={title}
      {...(description !== undefined && { description })}
      cancelLabel={consoleText('cancel')}
      submitLabel={submitLabel}
      onSubmit={submit}
      onClose={onClose}
      isReady={isReady && (!hasReason || cleanChatText(reason).length >= REASON_MIN)}
    >
      <div className={styles.fields}>
        {children}
        {hasReason && <Field label={consoleText('reason')} value={reason} maxLength={100} onValueChange={setReason} />}
        {failure && <FormFailure failure={failure} />}
      </div>
    </SubmitDialog>
  )
}
