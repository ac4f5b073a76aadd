import { ft } from '#lib/messages/forms.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import type { FieldBinding } from './use-form.ts'

export interface CodeFieldProps extends FieldBinding {
  readonly label?: string
  readonly hint?: string
  /** Seconds until the next code may be requested; 0 = now. */
  readonly secondsLeft: number
  readonly isSending: boolean
  readonly onSend: () => void
}

/** A one-time code with the button that sends it. Browsers fill in codes of text messages. */
export function CodeField({ label = ft('code.label'), secondsLeft, isSending, onSend, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      required
      onValueChange={(value) => field.onValueChange(value.replaceAll(/\D/g, ''))}
      end={
        <Button kind="quiet" size="small" isLoading={isSending} disabled={secondsLeft > 0} onClick={onSend}>
          {secondsLeft > 0 ? ft('code.again', { seconds: secondsLeft }) : ft('code.send')}
        </Button>
      }
    />
  )
}

/** The problem of a one-time code, or null. */
export function codeProblem(code: string): string | null {
  return /^\d{6}$/.test(code) ? null : ft('code.problem')
}
