import { halfWidthTyped } from '#protocol/rules/typed.ts'
import { Field, type FieldProps } from './Field.tsx'

interface NumberFieldProps extends Omit<FieldProps, 'read' | 'maxLength'> {
  /** Longer text is cut. In place of `maxLength`, which would cut a pasted text before its spaces are removed. */
  readonly maxLength: number
}

/** A field for a number, which its form checks. Full-width digits of input methods become digits. */
export function NumberField({ maxLength, ...field }: NumberFieldProps) {
  return <Field inputMode="numeric" autoComplete="off" {...field} read={halfWidthTyped(maxLength)} />
}
