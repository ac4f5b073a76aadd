import { useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { MAINLAND, normalPhone, phoneProblem } from '#protocol/rules/member/phone.ts'
import { requiredTextProblem } from '#protocol/rules/chat-text.ts'
import { profileText } from '#messages/zh/profile.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PhoneField } from '#ui/field/PhoneField.tsx'
import { type FormState, useForm } from '#ui/field/use-form.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import styles from './profile.module.css'

export type Address = DataOf<'address.list'>['list'][number]

interface AddressFormProps {
  /** Null for a new address. */
  readonly address: Address | null
  /** The first address becomes the default one. */
  readonly isFirst: boolean
  readonly onDone: () => void
}

/** The texts of an address in the order of their fields. */
function textOf(address: Address | null) {
  return {
    receiver: '',
    areaCode: MAINLAND,
    phone: '',
    province: '',
    city: '',
    detail: '',
    ...(address && {
      receiver: address.receiver,
      areaCode: address.areaCode,
      phone: address.phone,
      province: address.province,
      city: address.city,
      detail: address.detail,
    }),
  }
}

/** A postal address (S3.8). Phones of all countries are accepted: a prize may be sent anywhere. */
export function AddressForm({ address, isFirst, onDone }: AddressFormProps) {
  const [isDefault, setDefault] = useState(address?.isDefault ?? isFirst)
  const form = useForm({
    initial: textOf(address),
    check: ({ receiver, areaCode, phone, province, city, detail }) => ({
      receiver: requiredTextProblem(receiver, 24, profileText('address.receiverProblem')),
      phone: phoneProblem(areaCode, phone),
      province: requiredTextProblem(province, 16, profileText('address.provinceProblem')),
      city: requiredTextProblem(city, 16, profileText('address.cityProblem')),
      detail: requiredTextProblem(detail, 100, profileText('address.detailProblem')),
    }),
    submit: ({ receiver, areaCode, phone, province, city, detail }) =>
      call('address.save', {
        ...(address !== null && { id: address.id }),
        receiver: receiver.trim(),
        areaCode,
        phone: normalPhone(areaCode, phone),
        province: province.trim(),
        city: city.trim(),
        detail: detail.trim(),
        isDefault,
      }),
    onDone() {
      toast({ text: profileText('address.saved'), tone: 'success' })
      onDone()
    },
  })
  return (
    <Form className={styles.sheet} isBusy={form.isBusy} onSubmit={form.submit}>
      <AddressFields bind={form.bind} />
      <Switch label={profileText('address.makeDefault')} isOn={isDefault} onChange={setDefault} />
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {profileText('page.save')}
      </Button>
    </Form>
  )
}

function AddressFields({ bind }: Pick<FormState<ReturnType<typeof textOf>>, 'bind'>) {
  return (
    <>
      <Field
        {...bind('receiver')}
        label={profileText('address.receiver')}
        name="receiver"
        autoComplete="shipping name"
        maxLength={48}
        required
      />
      <PhoneField area={bind('areaCode')} phone={bind('phone')} isOverseasAllowed />
      <div className={styles.pair}>
        <Field
          {...bind('province')}
          label={profileText('address.province')}
          name="province"
          autoComplete="shipping address-level1"
          maxLength={32}
          required
        />
        <Field
          {...bind('city')}
          label={profileText('address.city')}
          name="city"
          autoComplete="shipping address-level2"
          maxLength={32}
          required
        />
      </div>
      <Field
        {...bind('detail')}
        label={profileText('address.detail')}
        hint={profileText('address.detailHint')}
        name="detail"
        autoComplete="shipping street-address"
        maxLength={200}
        required
      />
    </>
  )
}
