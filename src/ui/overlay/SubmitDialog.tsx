import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from '#ui/field/Field.tsx'

interface SubmitDialogProps {
  readonly title: string
  readonly description?: string
  readonly cancelLabel: string
  readonly submitLabel: string
  /** The submit button shows a spinner until it resolves. */
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  /** False while the form cannot be submitted. */
  readonly isReady?: boolean
  readonly children: ReactNode
}

/** An open dialog with a form, a cancel button and a submit button. */
export function SubmitDialog({ title, description, cancelLabel, submitLabel, ...rest }: SubmitDialogProps) {
  const { onSubmit, onClose, isReady = true, children } = rest
  const [isSubmitting, setSubmitting] = useState(false)
  const submit = async () => {
    setSubmitting(true)
    await onSubmit()
    setSubmitting(false)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      {...(description !== undefined && { description })}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button kind="primary" isLoading={isSubmitting} disabled={!isReady} onClick={() => void submit()}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** State of a reason, which may be null while none is chosen, with a note. A change of the note clears the error. */
export function useReason<Reason extends string | null>(initial: Reason) {
  const [reason, setReason] = useState(initial)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const changeNote = (next: string) => {
    setNote(next)
    setError(null)
  }
  return { reason, setReason, note, changeNote, error, setError }
}

interface ReasonFieldsProps<Reason extends string | null> {
  readonly state: ReturnType<typeof useReason<Reason>>
  readonly label: string
  readonly reasons: readonly { readonly value: Reason; readonly label: string }[]
  readonly noteLabel: string
  readonly hasNote?: boolean
}

/** The choice of a reason and the field for its note. */
export function ReasonFields<Reason extends string | null>(props: ReasonFieldsProps<Reason>) {
  const { state, label, reasons, noteLabel, hasNote = true } = props
  return (
    <>
      <Choices label={label} value={state.reason} onChange={state.setReason} choices={reasons} />
      {hasNote && (
        <Field
          label={noteLabel}
          value={state.note}
          maxLength={100}
          error={state.error}
          onValueChange={state.changeNote}
        />
      )}
    </>
  )
}
