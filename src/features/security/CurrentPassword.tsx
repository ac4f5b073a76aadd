import { securityText } from '#messages/zh/security.ts'
import { Field, type FieldProps } from '#ui/field/Field.tsx'

/** The sign-in password, which confirms a change of the account (S7.48). */
export function CurrentPassword(field: Omit<FieldProps, 'label'>) {
  return (
    <Field
      {...field}
      label={securityText('passkey.password')}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={64}
      required
    />
  )
}
