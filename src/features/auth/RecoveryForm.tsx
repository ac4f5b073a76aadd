import { Mail } from 'lucide-react'
import { authText } from '#messages/zh/auth.ts'
import { registrationText } from '#messages/zh/registration.ts'
import { usePhoneCountries } from '#state/site/countries.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Stepper } from '#ui/choice/Stepper.tsx'
import { CodeField } from '#ui/field/CodeField.tsx'
import { EmailField } from '#ui/field/EmailField.tsx'
import { Form } from '#ui/field/Form.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PhoneField } from '#ui/field/PhoneField.tsx'
import styles from './LoginForm.module.css'
import { NameField } from './NameField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { OutboxLink } from './PhoneCodeFields.tsx'
import { type FieldFocus, useFieldFocus } from './use-field-focus.ts'
import { type RecoveryField, type RecoveryWay, useRecovery } from './use-recovery.ts'

type Recovery = ReturnType<typeof useRecovery>

interface StepProps {
  readonly recovery: Recovery
  readonly register: FieldFocus<RecoveryField>['register']
}

interface RecoveryFormProps {
  readonly initialName: string
  readonly onDone: (name: string) => void
}

/** Recovery of a password by phone or email: identify, code, new password. */
export function RecoveryForm({ initialName, onDone }: RecoveryFormProps) {
  const { register, focus } = useFieldFocus<RecoveryField>()
  const recovery = useRecovery({ initialName, onDone, onFocus: focus })
  const { step, isBusy, failure, isExpired } = recovery
  const steps = [
    registrationText('forgot.stepWho'),
    registrationText('forgot.stepCode'),
    registrationText('forgot.stepPassword'),
  ]
  const Step = [IdentifyStep, CodeStep, PasswordStep][step] ?? IdentifyStep
  return (
    <Form className={styles.form} isBusy={isBusy} onSubmit={() => void recovery.submit()}>
      <Stepper label={registrationText('forgot.steps')} steps={steps} current={step} />
      {isExpired && step === 0 && (
        <p className={styles.notice} role="alert">
          {registrationText('forgot.expired')}
        </p>
      )}
      <Step recovery={recovery} register={register} />
      {failure && <FormFailure failure={failure} />}
      <Button type="submit" kind="primary" size="large" isWide isLoading={isBusy}>
        {registrationText((['forgot.next', 'forgot.check', 'forgot.save'] as const)[step])}
      </Button>
      {step === 1 && (
        <Button kind="quiet" size="large" isWide disabled={isBusy} onClick={recovery.goBack}>
          {registrationText('register.back')}
        </Button>
      )}
    </Form>
  )
}

function IdentifyStep({ recovery, register }: StepProps) {
  const { way, values, problems, type } = recovery
  const countries = usePhoneCountries()
  return (
    <>
      <Choices<RecoveryWay>
        label={registrationText('forgot.way')}
        value={way}
        choices={[
          { value: 'phone', label: registrationText('forgot.byPhone') },
          { value: 'email', label: registrationText('forgot.byEmail') },
        ]}
        onChange={recovery.chooseWay}
      />
      <NameField
        ref={register('name')}
        value={values.name}
        onValueChange={(name) => type({ name })}
        error={problems.name ?? null}
      />
      {way === 'phone' ? (
        <PhoneField
          {...countries}
          area={{ value: values.areaCode, onValueChange: (areaCode) => type({ areaCode }) }}
          phone={{
            ref: register('phone'),
            value: values.phone,
            error: problems.phone ?? null,
            onValueChange: (phone) => type({ phone }),
          }}
        />
      ) : (
        <EmailField
          ref={register('email')}
          label={registrationText('forgot.email')}
          icon={<Mail size={20} aria-hidden="true" />}
          value={values.email}
          onValueChange={(email) => type({ email })}
          error={problems.email ?? null}
        />
      )}
    </>
  )
}

function CodeStep({ recovery, register }: StepProps) {
  const { values, problems, wait } = recovery
  return (
    <>
      <p className={styles.stepText}>{registrationText('forgot.codeText', { target: recovery.target })}</p>
      <div>
        <CodeField
          ref={register('code')}
          label={authText('code.label')}
          value={values.code}
          onValueChange={(code) => recovery.type({ code })}
          onSend={() => void recovery.resend()}
          isSending={wait.isSending}
          wasSent={wait.wasSent}
          secondsLeft={wait.secondsLeft}
          error={problems.code ?? null}
        />
        <OutboxLink />
      </div>
    </>
  )
}

function PasswordStep({ recovery, register }: StepProps) {
  const { values, problems } = recovery
  return (
    <>
      <p className={styles.stepText}>{registrationText('forgot.passwordText')}</p>
      {/* For password managers. */}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={values.name}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <NewPasswordField
        ref={register('password')}
        label={registrationText('forgot.newPassword')}
        value={values.password}
        onValueChange={(password) => recovery.type({ password })}
        userName={values.name}
        error={problems.password ?? null}
      />
    </>
  )
}
