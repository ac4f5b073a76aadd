import { Field, type FieldProps } from './Field.tsx'

/** An email address. */
export function EmailField(field: FieldProps) {
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
    />
  )
}
