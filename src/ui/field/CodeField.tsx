import { ShieldCheck } from 'lucide-react'
import type { Ref } from 'react'
import { digitsTyped } from '#protocol/rules/typed.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import styles from './CodeField.module.css'
import { Field } from './Field.tsx'

const CODE_LENGTH = 6

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label?: string
  readonly value: string
  readonly onValueChange: (code: string) => void
  readonly error: string | null
  readonly hint?: string
  /** Seconds until the next code may be requested; 0 = now. */
  readonly secondsLeft: number
  readonly isSending: boolean
  /** A code was sent before. */
  readonly wasSent?: boolean
  readonly onSend: () => void
}

/** A one-time code with the button that sends it. Browsers fill in codes of text messages. */
export function CodeField(props: CodeFieldProps) {
  const { label = commonText('forms.code.label'), secondsLeft, isSending, wasSent = false, onSend, ...field } = props
  return (
    <Field
      {...field}
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      isMessageReserved
      icon={<ShieldCheck size={20} aria-hidden="true" />}
      // Without `maxLength`, which would cut a pasted text before its spaces are removed.
      read={digitsTyped(CODE_LENGTH)}
      end={
        <Button
          className={styles.send}
          kind="quiet"
          size="small"
          isLoading={isSending}
          disabled={secondsLeft > 0}
          onClick={onSend}
        >
          {secondsLeft > 0
            ? commonText('forms.code.again', { seconds: secondsLeft })
            : commonText(wasSent ? 'forms.code.resend' : 'forms.code.send')}
        </Button>
      }
    />
  )
}

/** The problem of a one-time code, or null. */
export function codeProblem(code: string): string | null {
  return /^\d{6}$/.test(code) ? null : commonText('forms.code.problem')
}
