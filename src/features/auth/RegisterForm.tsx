import { useAtomValue } from 'jotai'
import { BadgeCheck, Ticket } from 'lucide-react'
import { authText } from '#messages/zh/auth.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { currencyAtom } from '#state/site/site.ts'
import { Button } from '#ui/button/Button.tsx'
import { Checkbox } from '#ui/choice/Checkbox.tsx'
import { Stepper } from '#ui/choice/Stepper.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Form } from '#ui/field/Form.tsx'
import { BirthDateField } from './BirthDateField.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import styles from './LoginForm.module.css'
import { NewNameField } from './NewNameField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PhoneCodeFields } from './PhoneCodeFields.tsx'
import { type RegisterFormProps, useRegisterForm } from './use-register-form.ts'

type FormState = ReturnType<typeof useRegisterForm>

/** Registration (S3.2): one page, or two steps on a phone. */
export function RegisterForm<Data>(props: RegisterFormProps<Data>) {
  const { isStepped } = props
  const form = useRegisterForm(props)
  const isFirst = isStepped && form.step === 0
  const isLast = !isStepped || form.step === 1
  return (
    <Form className={styles.form} isBusy={form.isBusy} onSubmit={() => void form.submit()}>
      {isStepped && (
        <Stepper
          label={registrationText('register.steps')}
          steps={[registrationText('register.stepAccount'), registrationText('register.stepPerson')]}
          current={form.step}
        />
      )}
      {(!isStepped || isFirst) && <AccountFields form={form} />}
      {isLast && <PersonFields form={form} />}
      {form.failure && <FormFailure failure={form.failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={form.isBusy}>
        {registrationText(isFirst ? 'register.next' : 'register.submit')}
      </Button>
      {isStepped && !isFirst && (
        <Button kind="quiet" size="large" isWide disabled={form.isBusy} onClick={form.goBack}>
          {registrationText('register.back')}
        </Button>
      )}
    </Form>
  )
}

function AccountFields({ form }: { readonly form: FormState }) {
  const { typed, problems, register } = form
  return (
    <>
      <NewNameField
        ref={register('name')}
        value={typed.name}
        onValueChange={(name) => form.type('name', name)}
        error={problems.name ?? null}
      />
      <NewPasswordField
        ref={register('password')}
        label={authText('auth.password')}
        value={form.password}
        onValueChange={form.typePassword}
        userName={typed.name}
        error={problems.password ?? null}
      />
      <PhoneCodeFields state={form.phoneCode} isOptional={form.config.registerPhoneRequired !== 1} />
    </>
  )
}

const TERMS = '/app/help/terms'
const PRIVACY = '/app/help/what-we-keep'

function PersonFields({ form }: { readonly form: FormState }) {
  const { name, symbols } = useAtomValue(currencyAtom)
  const { config, typed, problems, register } = form
  const years = config.ageGateYears
  return (
    <>
      {config.registerRealNameRequired === 1 && (
        <Field
          ref={register('realName')}
          label={registrationText('register.realName')}
          name="name"
          autoComplete="name"
          maxLength={64}
          required
          isMessageReserved
          icon={<BadgeCheck size={20} aria-hidden="true" />}
          value={typed.realName}
          onValueChange={(text) => form.type('realName', text)}
          hint={registrationText('register.realNameHint')}
          error={problems.realName ?? null}
        />
      )}
      <BirthDateField
        ref={register('birth')}
        value={typed.birth}
        onValueChange={form.typeBirth}
        hint={registrationText('register.birthHint', { years })}
        error={problems.birth ?? null}
      />
      {config.registerInviteCodeVisible === 1 && (
        <Field
          ref={register('invite')}
          label={registrationText('register.invite')}
          name="invite"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          icon={<Ticket size={20} aria-hidden="true" />}
          value={form.invite}
          onValueChange={(text) => form.type('invite', text)}
          error={problems.invite ?? null}
        />
      )}
      <Terms form={form} />
      <p className={styles.note}>{registrationText('register.currency', { name: `${name} ${symbols}` })}</p>
    </>
  )
}

function Terms({ form }: { readonly form: FormState }) {
  const years = form.config.ageGateYears
  return (
    <Checkbox
      ref={form.register('terms')}
      isChecked={form.hasAgreed}
      isRequired
      onChange={form.agree}
      error={form.problems.terms ?? null}
    >
      {registrationText('register.terms', { years })}
      <a className={styles.link} href={TERMS} target="_blank" rel="noopener">
        {registrationText('register.termsLink')}
      </a>
      {registrationText('register.termsAnd')}
      <a className={styles.link} href={PRIVACY} target="_blank" rel="noopener">
        {registrationText('register.privacyLink')}
      </a>
    </Checkbox>
  )
}
