import { User } from 'lucide-react'
import { authText } from '#messages/zh/auth.ts'
import { Field, type FieldProps } from '#ui/field/Field.tsx'

/** The account name, which password managers fill in. */
export function NameField(field: Omit<FieldProps, 'label'>) {
  return (
    <Field
      {...field}
      label={authText('auth.name')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={32}
      required
      icon={<User size={20} aria-hidden="true" />}
    />
  )
}
