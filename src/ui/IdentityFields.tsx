import { Mail, User } from 'lucide-react'
import { aut } from '#lib/messages/auth.ts'
import { Field, type FieldProps } from './Field.tsx'

/** The account name, which password managers fill in. */
export function NameField(field: Omit<FieldProps, 'label'>) {
  return (
    <Field
      {...field}
      label={aut('auth.name')}
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

/** An email address. */
export function EmailField({ hasIcon = false, ...field }: FieldProps & { readonly hasIcon?: boolean }) {
  return (
    <Field
      {...field}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...(hasIcon && { icon: <Mail size={20} aria-hidden="true" /> })}
    />
  )
}
