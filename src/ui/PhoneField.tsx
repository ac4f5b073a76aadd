import { MAINLAND } from '#protocol/rules/phone.ts'
import { ft } from '#lib/messages/forms.ts'
import { Field } from './Field.tsx'
import styles from './PhoneField.module.css'
import { SelectField } from './SelectField.tsx'
import type { FieldBinding } from './use-form.ts'

const AREA_CODES = [
  '86',
  '852',
  '853',
  '886',
  '65',
  '60',
  '66',
  '84',
  '63',
  '62',
  '855',
  '95',
  '81',
  '82',
  '61',
  '44',
  '1',
] as const

export interface PhoneFieldProps {
  readonly area: Pick<FieldBinding, 'value' | 'onValueChange'>
  readonly phone: FieldBinding
  readonly label?: string
  /** The site accepts numbers of other countries (`overseasMobileSwitch`). */
  readonly isOverseasAllowed: boolean
}

/** Country code and number of a phone. */
export function PhoneField({ area, phone, label = ft('phone.label'), isOverseasAllowed }: PhoneFieldProps) {
  const field = (
    <Field
      {...phone}
      label={label}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={20}
      required
      {...(!isOverseasAllowed && { icon: `+${MAINLAND}`, hint: ft('phone.mainland') })}
    />
  )
  if (!isOverseasAllowed) return field
  return (
    <div className={styles.row}>
      <SelectField
        label={ft('phone.area')}
        name="areaCode"
        autoComplete="tel-country-code"
        value={area.value}
        options={AREA_CODES.map((code) => ({ value: code as string, label: `${ft(`area.${code}`)} +${code}` }))}
        onValueChange={area.onValueChange}
      />
      {field}
    </div>
  )
}
