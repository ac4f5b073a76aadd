import { KeyRound } from 'lucide-react'
import { type Ref, useState } from 'react'
import { authText } from '#messages/zh/auth.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { Field } from '#ui/field/Field.tsx'
import { newPasswordProblem } from '#ui/field/PasswordRules.tsx'

interface NewPasswordFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly value: string
  readonly onValueChange: (password: string) => void
  /** The password must differ from it. */
  readonly userName: string
  readonly error: string | null
}

/**
 * A new password. While it is typed the message of the first rule that it does not meet is its hint. It is shown on
 * request instead of being typed twice.
 */
export function NewPasswordField({ userName, error, ...field }: NewPasswordFieldProps) {
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const [wasLeft, setLeft] = useState(false)
  const problem = field.value === '' ? null : newPasswordProblem(field.value, userName)
  const isGood = field.value !== '' && problem === null
  const hint = isGood
    ? registrationText('register.passwordGood')
    : (problem ?? registrationText('register.passwordHint'))
  return (
    <Field
      {...field}
      name="new-password"
      type="password"
      autoComplete="new-password"
      maxLength={64}
      required
      isMessageReserved
      icon={<KeyRound size={20} aria-hidden="true" />}
      error={error ?? (wasLeft ? problem : null)}
      hint={isCapsLockOn ? authText('auth.capsLock') : hint}
      isHintGood={isGood && !isCapsLockOn}
      onKeyDown={(event) => setCapsLockOn(event.getModifierState('CapsLock'))}
      onKeyUp={(event) => setCapsLockOn(event.getModifierState('CapsLock'))}
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setCapsLockOn(false)
        setLeft(true)
      }}
    />
  )
}
