import { KeyRound } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { normalUserName, userNameProblem } from '#protocol/rules/member/account.ts'
import { authText } from '#messages/zh/auth.ts'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { NameField } from './NameField.tsx'
import styles from './LoginForm.module.css'
import { type FieldFocus, useFieldFocus } from './use-field-focus.ts'

export interface Credentials {
  readonly name: string
  readonly password: string
}

interface LoginFormProps<Data> {
  /** Signs in. The password is only sent to the transport worker. */
  readonly onSubmit: (credentials: Credentials) => Promise<Result<Data>>
  readonly onSignedIn: (data: Data) => void
  /** The account name as typed; preserved while the form is not on the screen. */
  readonly typedName?: string
  readonly onNameTyped?: (name: string) => void
  /** The browser remembers the account name. Without a handler there is no choice. */
  readonly isRemembered?: boolean
  readonly onRememberChange?: (isRemembered: boolean) => void
  /** Link to the recovery of a password. */
  readonly forgot?: ReactNode
  /** Other ways to sign in, below the button. */
  readonly others?: ReactNode
  /** Shows the demo accounts (demo mode only). */
  readonly isDemo?: boolean
}

interface Problems {
  readonly name: string | null
  readonly password: string | null
}

const NO_PROBLEMS: Problems = { name: null, password: null }

/**
 * Existing passwords are not checked against the rule for new ones (S5.1). The member is advised to change them after
 * the sign-in (S7.38).
 */
function problemsOf({ name, password }: Credentials): Problems {
  return {
    name: name.trim() === '' ? authText('auth.nameEmpty') : userNameProblem(name),
    password: password === '' ? authText('auth.passwordEmpty') : null,
  }
}

/** What was typed, what is wrong with it, and its submission. */
function useLogin<Data>(
  { onSubmit, onSignedIn, typedName = '', onNameTyped }: LoginFormProps<Data>,
  focus: FieldFocus<keyof Credentials>['focus'],
) {
  const [name, setName] = useState(typedName)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const found = problemsOf({ name, password })
    setProblems(found)
    setFailure(null)
    if (found.name) return focus('name')
    if (found.password) return focus('password')
    setBusy(true)
    const result = await onSubmit({ name: normalUserName(name), password })
    setBusy(false)
    if (result.ok) return onSignedIn(result.data)
    if (result.code === CODES.NAME_OR_PASSWORD_WRONG) {
      setProblems({ name: null, password: result.message })
      return focus('password')
    }
    return setFailure(result)
  }
  const typeName = (next: string) => {
    setName(next)
    onNameTyped?.(next)
    setProblems({ ...problems, name: null })
  }
  const typePassword = (next: string) => {
    setPassword(next)
    setProblems({ ...problems, password: null })
  }
  const fill = (account: Credentials) => {
    setName(account.name)
    onNameTyped?.(account.name)
    setPassword(account.password)
    setProblems(NO_PROBLEMS)
  }
  return { name, password, problems, failure, isBusy, submit, typeName, typePassword, fill }
}

/** Sign-in with account and password (S3.1). Input is preserved after a failure. */
export function LoginForm<Data>(props: LoginFormProps<Data>) {
  const { register, focus } = useFieldFocus<keyof Credentials>()
  const { name, password, problems, failure, isBusy, submit, typeName, typePassword, fill } = useLogin(props, focus)
  const submitRef = useRef<HTMLButtonElement>(null)
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={() => void submit()}>
      <NameField ref={register('name')} value={name} error={problems.name} onValueChange={typeName} />
      <PasswordField
        ref={register('password')}
        value={password}
        error={problems.password}
        onValueChange={typePassword}
      />
      <div className={styles.options}>
        {props.onRememberChange && (
          <Checkbox isChecked={props.isRemembered === true} onChange={props.onRememberChange}>
            {authText('auth.remember')}
          </Checkbox>
        )}
        {props.forgot}
      </div>
      {failure && <FormFailure failure={failure} />}
      <Button ref={submitRef} type="submit" kind="primary" size="large" isWide isLoading={isBusy}>
        {authText('auth.submit')}
      </Button>
      {props.others}
      {props.isDemo && (
        <DemoAccounts
          onPick={(account) => {
            fill(account)
            submitRef.current?.focus()
          }}
        />
      )}
    </Form>
  )
}

interface PasswordFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly value: string
  readonly error: string | null
  readonly onValueChange: (password: string) => void
}

/** The current password. Warns about caps lock. */
function PasswordField(props: PasswordFieldProps) {
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  return (
    <Field
      {...props}
      label={authText('auth.password')}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={64}
      required
      icon={<KeyRound size={20} aria-hidden="true" />}
      {...(isCapsLockOn && { hint: authText('auth.capsLock') })}
      onKeyDown={(event) => setCapsLockOn(event.getModifierState('CapsLock'))}
      onKeyUp={(event) => setCapsLockOn(event.getModifierState('CapsLock'))}
      onBlur={() => setCapsLockOn(false)}
    />
  )
}

/** Password of the demo accounts. They exist in demo mode only, so it is public. */
const DEMO_PASSWORD = 'Play2026x'
const DEMO_NAMES = ['fan001', 'rich001', 'admin01', 'vip0009'] as const

/** Buttons that fill in the form with a demo account. */
function DemoAccounts({ onPick }: { readonly onPick: (account: { name: string; password: string }) => void }) {
  return (
    <div className={styles.demo}>
      <p>
        <b>{authText('auth.demoTitle')}</b>
        {authText('auth.demoNote', { password: DEMO_PASSWORD })}
      </p>
      <ul>
        {DEMO_NAMES.map((name) => (
          <li key={name}>
            <button className={styles.account} type="button" onClick={() => onPick({ name, password: DEMO_PASSWORD })}>
              <b>{name}</b>
              <small>{authText(`auth.demo.${name}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
