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

interface Versioned {
  readonly version: number
}

/** What every dialog of an action reports to its page. */
export interface DialogProps {
  /** Called after a success or a conflict, to read the item again. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

interface ActDialogProps<Data> extends DialogProps {
  readonly title: string
  readonly description?: string
  /** `title` by default. */
  readonly submitLabel?: string
  /** Asks for a reason of at least two characters and passes it to `act`. */
  readonly hasReason?: boolean
  /** `version` is that of `item`, or that of the stored item after a conflict; 0 without an item. */
  readonly act: (reason: string, version: number) => Promise<Result<Data>>
  /** The item as it was read; null for a new one. */
  readonly item?: Versioned | null
  /** Text after a success; 操作已生效 by default. */
  readonly doneText?: (data: Data) => string
  readonly isReady?: boolean
  readonly children?: ReactNode
}

const REASON_MIN = 2

/** Asks before an action. A refusal stays in the dialog with everything that was typed. */
export function ActDialog<Data>(props: ActDialogProps<Data>) {
  const { title, description, submitLabel = title, hasReason = false, isReady = true, children } = props
  const { act, doneText = () => consoleText('done'), onChanged, onClose } = props
  const [reason, setReason] = useState('')
  const [version, setVersion] = useState(props.item?.version ?? 0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const submit = async () => {
    const result = await act(cleanChatText(reason), version)
    if (result.ok) {
      toast(doneText(result.data))
      onChanged()
      onClose()
      return
    }
    setFailure(result)
    if (result.code !== CONSOLE_CODES.EDIT_CONFLICT) return
    setVersion(storedVersion(result))
    onChanged()
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

/** The version of the stored item, which an EDIT_CONFLICT contains; 0 if there is none. */
function storedVersion({ details }: Failure): number {
  const { current } = (details ?? {}) as { readonly current?: Partial<Versioned> | null }
  return current?.version ?? 0
}
