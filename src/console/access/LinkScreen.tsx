import { OPERATOR_PASSWORD_MIN } from '#protocol/console/constants.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Field } from '#ui/field/Field.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import type { FormState } from '#ui/field/use-form.ts'
import { useConsoleData } from '../client.ts'
import { Loaded, NarrowScreen } from '../parts/Screen.tsx'

interface LinkScreenProps<Name extends 'setup.check' | 'invitation.check'> {
  /** The call that checks the token of the link. */
  readonly check: Name
  readonly title: string
  readonly children: (token: string, link: ConsoleDataOf<Name>) => ReactNode
}

/** The screen of a single-use link. Says why a used, late or unknown link cannot be used. */
export function LinkScreen<Name extends 'setup.check' | 'invitation.check'>(props: LinkScreenProps<Name>) {
  const { check, title, children } = props
  // Read once: the sign-in that follows removes the fragment.
  const [token] = useState(() => location.hash.slice(1))
  const query = useConsoleData<Name>(check, { token } as ConsoleRequestOf<Name>)
  if (query.failure && query.data === null) {
    return (
      <NarrowScreen title={consoleText('link.invalid')}>
        <FormFailure failure={query.failure} />
        <Link to="/console/sign-in">{consoleText('link.toSignIn')}</Link>
      </NarrowScreen>
    )
  }
  return (
    <NarrowScreen title={title}>
      <Loaded query={query}>{(link) => children(token, link)}</Loaded>
    </NarrowScreen>
  )
}

interface NewPassword {
  readonly password: string
  readonly again: string
}

/** Problems of a new password and its repetition. */
export function passwordProblems({ password, again }: NewPassword) {
  return {
    password: password.length < OPERATOR_PASSWORD_MIN ? consoleText('setup.tooShort') : null,
    again: password === again ? null : consoleText('setup.different'),
  }
}

/** A new password, typed twice. */
export function PasswordFields({ form }: { readonly form: PasswordForm }) {
  return (
    <>
      <Field
        label={consoleText('setup.password')}
        hint={consoleText('setup.passwordHint')}
        type="password"
        autoComplete="new-password"
        {...form.bind('password')}
      />
      <Field label={consoleText('setup.again')} type="password" autoComplete="new-password" {...form.bind('again')} />
    </>
  )
}

interface PasswordForm {
  readonly bind: FormState<{ password: string; again: string }>['bind']
}
