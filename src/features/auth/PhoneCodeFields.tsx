import { useAtomValue } from 'jotai'
import { authText } from '#messages/zh/auth.ts'
import { usePhoneCountries } from '#state/site/countries.ts'
import { siteAtom } from '#state/site/site.ts'
import { CodeField } from '#ui/field/CodeField.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { PhoneField } from '#ui/field/PhoneField.tsx'
import styles from './PhoneCodeFields.module.css'
import type { PhoneCode } from './use-phone-code.ts'

interface PhoneCodeFieldsProps {
  readonly state: PhoneCode
  /** Without a number no code is needed. */
  readonly isOptional?: boolean
}

/** Phone number and one-time code. */
export function PhoneCodeFields({ state, isOptional = false }: PhoneCodeFieldsProps) {
  const countries = usePhoneCountries()
  const hasCode = !isOptional || state.phone.trim() !== ''
  return (
    <>
      <PhoneField
        {...(isOptional && { label: authText('phone.optional') })}
        {...countries}
        area={{ value: state.areaCode, onValueChange: state.setAreaCode }}
        phone={{
          ref: state.register('phone'),
          value: state.phone,
          error: state.phoneError,
          onValueChange: state.setPhone,
        }}
        required={!isOptional}
      />
      {hasCode && (
        <div>
          <CodeField
            ref={state.register('code')}
            label={authText('code.label')}
            value={state.code}
            onValueChange={state.setCode}
            onSend={() => void state.send()}
            isSending={state.wait.isSending}
            wasSent={state.wait.wasSent}
            secondsLeft={state.wait.secondsLeft}
            error={state.codeError}
            {...(state.sentTo !== null && { hint: authText('code.sentTo', { target: state.sentTo }) })}
          />
          <OutboxLink />
        </div>
      )}
      {state.failure && <FormFailure failure={state.failure} />}
    </>
  )
}

/** Demo mode: the codes are shown on a page, in a window of its own so that the form stays. */
export function OutboxLink() {
  const { isDemo } = useAtomValue(siteAtom)
  if (!isDemo) return null
  return (
    <a className={styles.outbox} href="/dev/outbox" target="_blank" rel="noopener">
      {authText('code.outbox')}
      <span className="visually-hidden">{authText('code.outboxNew')}</span>
    </a>
  )
}
