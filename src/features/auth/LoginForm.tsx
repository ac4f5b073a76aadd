import { useAtomValue } from 'jotai'
import { KeyRound, User } from 'lucide-react'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { normalUserName, userNameProblem } from '#protocol/rules/account.ts'
import { t } from '#lib/messages/common.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/Form.tsx'
import { verificationAtom } from '#state/session/verification.ts'
import { FormFailure } from '#ui/FormFailure.tsx'
import styles from './LoginForm.module.css'

export interface Credentials {
  readonly name: string
  readonly password: string
}

export interface LoginFormProps {
  /** Signs in. The password is only sent to the transport worker. */
  readonly onSubmit: (credentials: Credentials) => Promise<Result<unknown>>
  readonly onSignedIn: () => void
  /** The account name as typed; preserved while the form is not on the screen. */
  readonly typedName?: string
  readonly onNameTyped?: (name: string) => void
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
    name: name.trim() === '' ? t('auth.nameEmpty') : userNameProblem(name),
    password: password === '' ? t('auth.passwordEmpty') : null,
  }
}

/** What was typed, what is wrong with it, and its submission. */
function useLogin(
  { onSubmit, onSignedIn, typedName = '', onNameTyped }: LoginFormProps,
  nameRef: RefObject<HTMLInputElement | null>,
  passwordRef: RefObject<HTMLInputElement | null>,
) {
  const [name, setName] = useState(typedName)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isBeingVerified = useAtomValue(verificationAtom) !== null
  /** The password field is to be focused. */
  const isFocusDue = useRef(false)

  // The verification dialog traps the focus, so wait until it has closed.
  useEffect(() => {
    if (!isFocusDue.current || isBusy || isBeingVerified) return
    isFocusDue.current = false
    passwordRef.current?.focus()
  }, [isBusy, isBeingVerified, passwordRef])

  const submit = async () => {
    const found = problemsOf({ name, password })
    setProblems(found)
    setFailure(null)
    if (found.name) return nameRef.current?.focus()
    if (found.password) return passwordRef.current?.focus()
    setBusy(true)
    const result = await onSubmit({ name: normalUserName(name), password })
    setBusy(false)
    if (result.ok) return onSignedIn()
    if (result.code === CODES.NAME_OR_PASSWORD_WRONG) {
      setProblems({ name: null, password: result.message })
      isFocusDue.current = true
      return
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
export function LoginForm(props: LoginFormProps) {
  const nameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const { name, password, problems, failure, isBusy, submit, typeName, typePassword, fill } = useLogin(
    props,
    nameRef,
    passwordRef,
  )
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const submitRef = useRef<HTMLButtonElement>(null)
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={() => void submit()}>
      <Field
        ref={nameRef}
        label={t('auth.name')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
        icon={<User size={20} aria-hidden="true" />}
        value={name}
        error={problems.name}
        onValueChange={typeName}
      />
      <Field
        ref={passwordRef}
        label={t('auth.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={64}
        required
        icon={<KeyRound size={20} aria-hidden="true" />}
        value={password}
        error={problems.password}
        {...(isCapsLockOn && { hint: t('auth.capsLock') })}
        onKeyDown={(event) => setCapsLockOn(event.getModifierState('CapsLock'))}
        onKeyUp={(event) => setCapsLockOn(event.getModifierState('CapsLock'))}
        onBlur={() => setCapsLockOn(false)}
        onValueChange={typePassword}
      />
      {failure && <FormFailure failure={failure} />}
      <Button ref={submitRef} type="submit" kind="primary" size="large" isWide isLoading={isBusy}>
        {t('auth.submit')}
      </Button>
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

/** Password of the demo accounts. They exist in demo mode only, so it is public. */
const DEMO_PASSWORD = 'Play2026x'
const DEMO_NAMES = ['fan001', 'rich001', 'admin01', 'vip0009'] as const

/** Buttons that fill in the form with a demo account. */
export function DemoAccounts({ onPick }: { readonly onPick: (account: { name: string; password: string }) => void }) {
  return (
    <div className={styles.demo}>
      <p>
        <b>{t('auth.demoTitle')}</b>
        {t('auth.demoNote', { password: DEMO_PASSWORD })}
      </p>
      <ul>
        {DEMO_NAMES.map((name) => (
          <li key={name}>
            <button className={styles.account} type="button" onClick={() => onPick({ name, password: DEMO_PASSWORD })}>
              <b>{name}</b>
              <small>{t(`auth.demo.${name}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
