import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { formatClock } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { Button } from '#ui/button/Button.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PinField } from '#ui/field/PinField.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import styles from './cards.module.css'

/** The message of an incomplete withdrawal password, or null. */
export function pinProblem(pwd: string): string | null {
  return /^\d{6}$/.test(pwd) ? null : walletText('cards.pin.empty')
}

/** The refusal of a withdrawal password: with the tries that are left, or the time until which it is locked. */
export function wrongPinText({ message, details }: Failure): string {
  const hasUntil = typeof details === 'object' && details !== null && 'until' in details
  return hasUntil && typeof details.until === 'number'
    ? walletText('cards.pin.until', { message, clock: formatClock(details.until) })
    : message
}

/** Parameters of a call with the withdrawal password; none on a site that asks for none. */
export interface WithdrawSecret {
  readonly withdrawPwd?: string
}

interface PasswordDialogProps {
  /** The question. The dialog is open while it is rendered. */
  readonly title: string
  readonly text?: string
  /** Label of the button that confirms. */
  readonly action: string
  readonly isDanger?: boolean
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly onSubmit: (secret: WithdrawSecret) => void
  readonly onClose: () => void
  /** What is confirmed. */
  readonly children?: ReactNode
}

/**
 * Asks for the withdrawal password before a change. A wrong one is cleared; the field says how many tries are left. On a
 * site without withdrawal passwords it only asks to confirm.
 */
export function PasswordDialog({ title, text, onClose, ...form }: PasswordDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={title}
      {...(text !== undefined && { description: text })}
    >
      <PasswordForm {...form} />
    </Dialog>
  )
}

type PasswordFormProps = Omit<PasswordDialogProps, 'title' | 'text' | 'onClose'>

function PasswordForm({ action, isDanger = false, isBusy, failure, onSubmit, children }: PasswordFormProps) {
  const { withdrawPassword: isAsked } = useAtomValue(entrancesAtom)
  const [pwd, setPwd] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [shown, setShown] = useState(failure)
  const field = useRef<HTMLElement>(null)
  if (failure !== shown) {
    setShown(failure)
    if (failure !== null) setPwd('')
  }
  const isWrong = failure?.code === CODES.WITHDRAW_PWD_WRONG
  // When it opens, and for another try.
  useEffect(() => {
    if (failure === null || isWrong) field.current?.focus()
  }, [failure, isWrong])
  const refusal = isWrong && pwd === '' ? wrongPinText(failure) : null
  const submit = () => {
    const found = isAsked ? pinProblem(pwd) : null
    setProblem(found)
    if (found === null) onSubmit(isAsked ? { withdrawPwd: pwd } : {})
    else field.current?.focus()
  }
  return (
    <Form className={styles.dialog} isBusy={isBusy} onSubmit={submit}>
      {children}
      {isAsked && (
        <PinField
          label={walletText('cards.pin.label')}
          name="withdrawPwd"
          value={pwd}
          error={problem ?? refusal}
          ref={(element) => {
            field.current = element
          }}
          onValueChange={(next) => {
            setPwd(next)
            setProblem(null)
          }}
        />
      )}
      {failure !== null && !isWrong && <FormFailure failure={failure} />}
      <Button type="submit" kind={isDanger ? 'danger' : 'primary'} size="large" isWide isLoading={isBusy}>
        {action}
      </Button>
      {isAsked && (
        <Link className={styles.forgot} to="/app/security/withdraw">
          {walletText('cards.pin.forgot')}
        </Link>
      )}
    </Form>
  )
}
