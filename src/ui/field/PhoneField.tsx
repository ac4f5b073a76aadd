import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { MAINLAND, phoneTyped } from '#protocol/rules/member/phone.ts'
import { commonText } from '#messages/zh/common.ts'
import { Field } from './Field.tsx'
import styles from './PhoneField.module.css'
import type { FieldBinding } from './use-form.ts'

interface PhoneCountry {
  /** Digits without `+`. */
  readonly areaCode: string
  readonly name: string
}

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

interface PhoneFieldProps {
  readonly area: Pick<FieldBinding, 'value' | 'onValueChange'>
  readonly phone: Omit<FieldBinding, 'ref'> & { readonly ref: Ref<HTMLInputElement> }
  readonly label?: string
  /** The site accepts numbers of other countries (`overseasMobileSwitch`). */
  readonly isOverseasAllowed: boolean
  /** The countries of the site. */
  readonly countries?: readonly PhoneCountry[]
  readonly required?: boolean
}

/** Country code and number of a phone. The list of countries is the browser's own. */
export function PhoneField(props: PhoneFieldProps) {
  const { area, phone, label = commonText('forms.phone.label'), isOverseasAllowed, required = true } = props
  const countries =
    props.countries ?? AREA_CODES.map((areaCode) => ({ areaCode, name: commonText(`forms.area.${areaCode}`) }))
  return (
    <Field
      {...phone}
      label={label}
      name="phone"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      read={phoneTyped(isOverseasAllowed ? area.value : MAINLAND)}
      required={required}
      icon={
        <span className={styles.country}>
          <span aria-hidden="true">+{isOverseasAllowed ? area.value : MAINLAND}</span>
          {isOverseasAllowed && (
            <>
              <ChevronDown size={16} aria-hidden="true" />
              <select
                className={styles.select}
                aria-label={commonText('forms.phone.area')}
                name="areaCode"
                autoComplete="tel-country-code"
                value={area.value}
                onChange={(event) => area.onValueChange(event.currentTarget.value)}
              >
                {countries.map(({ areaCode, name }) => (
                  <option key={areaCode} value={areaCode}>
                    {`${name} +${areaCode}`}
                  </option>
                ))}
              </select>
            </>
          )}
        </span>
      }
    />
  )
}
