import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleSession } from '#protocol/console/access.ts'
import { FACTOR_CODE, TOTP_CODE } from '#protocol/console/constants.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { digitsTyped, type FieldReader, halfWidthTyped } from '#protocol/rules/typed.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { hasPasskeys } from '#lib/browser/has-passkeys.ts'
import { QrCode } from '#ui/art/QrCode.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { Loaded, NarrowScreen, SubmitForm } from '../parts/Screen.tsx'
import { RecoveryCodes } from '../parts/RecoveryCodes.tsx'
import { addPasskey, verifyPasskey } from '../passkeys.ts'
import { useConsole } from '../session.tsx'

/** Sign-in in two steps: name and password, then the second factor, which the first sign-in sets up. */
export function SignInPage() {
  const { session, reload } = useConsole()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (session.state === 'open') return <Navigate to="/console" replace />
  // The session is read again when they were seen.
  if (codes) return <RecoveryCodes codes={codes} onDone={reload} />
  if (session.state === 'verify') return <VerifyFactor factors={session.factors} onDone={reload} />
  if (session.state === 'enrol') return <EnrolFactor onDone={setCodes} />
  return <PasswordStep onDone={reload} />
}

const needed = (value: string): string | null => (value === '' ? consoleText('signIn.needed') : null)

function PasswordStep({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({
    initial: { name: '', password: '' },
    check: ({ name, password }) => ({ name: needed(name), password: needed(password) }),
    submit: (values) => consoleCall('session.signIn', values),
    onDone,
  })
  return (
    <NarrowScreen title={consoleText('signIn.title')}>
      <SubmitForm form={form} submitLabel={consoleText('signIn.submit')}>
        <Field
          label={consoleText('signIn.name')}
          autoComplete="username"
          autoCapitalize="none"
          {...form.bind('name')}
        />
        <Field
          label={consoleText('signIn.password')}
          type="password"
          autoComplete="current-password"
          {...form.bind('password')}
        />
      </SubmitForm>
    </NarrowScreen>
  )
}

const TOTP_DIGITS = 6
const totpCodeTyped = digitsTyped(TOTP_DIGITS)
const recoveryCodeTyped = halfWidthTyped(32)
/** Authenticators show spaces in codes; recovery codes are in lower case. */
const factorCodeTyped: FieldReader = (typed, before) => {
  const { text, caret } = recoveryCodeTyped(typed, before)
  return { text: text.toLowerCase(), caret }
}

const CODE_REFUSALS = { [CODES.VERIFY_CODE_ERROR]: 'code' } as const

interface VerifyFactorProps {
  readonly factors: ConsoleSession['factors']
  readonly onDone: () => void
}

function VerifyFactor({ factors: { hasTotp, passkeys }, onDone }: VerifyFactorProps) {
  const hasPasskey = passkeys > 0 && hasPasskeys()
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: FACTOR_CODE.test(code) ? null : consoleText('factor.badFactor') }),
    submit: (typed) => consoleCall('factor.verify', typed),
    refusals: CODE_REFUSALS,
    onDone,
  })
  return (
    <NarrowScreen title={consoleText('factor.verifyTitle')} lead={consoleText(leadOf(hasTotp, hasPasskey))}>
      {hasPasskey && (
        <PasskeyButton label={consoleText('factor.usePasskey')} isMain run={verifyPasskey} onDone={() => onDone()} />
      )}
      <SubmitForm form={form} submitLabel={consoleText('factor.verifySubmit')} isMain={!hasPasskey}>
        <Field
          label={consoleText(hasTotp ? 'factor.code' : 'factor.recoveryCode')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          read={factorCodeTyped}
          {...form.bind('code')}
        />
      </SubmitForm>
    </NarrowScreen>
  )
}

function leadOf(hasTotp: boolean, hasPasskey: boolean) {
  if (!hasTotp) return hasPasskey ? 'factor.passkeyLead' : 'factor.recoveryLead'
  return hasPasskey ? 'factor.bothLead' : 'factor.verifyLead'
}

interface PasskeyButtonProps<Data> {
  readonly label: string
  /** True for the first choice of the screen. */
  readonly isMain?: boolean
  readonly run: () => Promise<Result<Data>>
  readonly onDone: (data: Data) => void
}

/** Runs a ceremony of the browser and shows why it failed. */
function PasskeyButton<Data>({ label, isMain = false, run, onDone }: PasskeyButtonProps<Data>) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setFailure(null)
    setBusy(true)
    const result = await run()
    setBusy(false)
    if (result.ok) onDone(result.data)
    else setFailure(result)
  }
  return (
    <>
      {failure && <FormFailure failure={failure} />}
      <Button
        {...(isMain && { kind: 'primary' })}
        isWide
        icon={<Fingerprint size={20} aria-hidden="true" />}
        isLoading={isBusy}
        onClick={() => void start()}
      >
        {label}
      </Button>
    </>
  )
}

const QR_SIZE = 220

function EnrolFactor({ onDone }: { readonly onDone: (recoveryCodes: readonly string[]) => void }) {
  const query = useConsoleData('factor.enrol', {})
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: TOTP_CODE.test(code) ? null : consoleText('factor.badCode') }),
    submit: async ({ code }) => {
      const result = await consoleCall('factor.confirm', { code })
      if (result.ok) onDone(result.data.recoveryCodes)
      return result
    },
    refusals: CODE_REFUSALS,
    onDone: () => undefined,
  })
  return (
    <NarrowScreen title={consoleText('factor.enrolTitle')} lead={consoleText('factor.enrolLead')}>
      <Loaded query={query}>
        {({ secret, uri }) => (
          <>
            <QrCode text={uri} size={QR_SIZE} label={consoleText('factor.qr')} />
            <Facts layout="tiles">
              <Fact name={consoleText('factor.secret')}>
                <code>{secret}</code>
              </Fact>
            </Facts>
            <SubmitForm form={form} submitLabel={consoleText('factor.enrolSubmit')}>
              <Field
                label={consoleText('factor.firstCode')}
                inputMode="numeric"
                autoComplete="one-time-code"
                read={totpCodeTyped}
                {...form.bind('code')}
              />
            </SubmitForm>
          </>
        )}
      </Loaded>
      {hasPasskeys() && (
        <>
          <p>{consoleText('factor.enrolOther')}</p>
          <PasskeyButton
            label={consoleText('factor.enrolPasskey')}
            run={() => addPasskey(consoleText('passkey.defaultName'))}
            onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
          />
        </>
      )}
    </NarrowScreen>
  )
}
