import { sec } from '#lib/messages/security.ts'
import { Field, type FieldProps } from '#ui/Field.tsx'

/** The sign-in password, which confirms a change of the account (S7.48). */
export function CurrentPassword(field: Omit<FieldProps, 'label'>) {
  return (
    <Field
      {...field}
      label={sec('passkey.password')}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={64}
      required
    />
  )
}
