import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { cst } from '#lib/messages/console.ts'
import { Field } from '#ui/Field.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { useForm } from '#ui/use-form.ts'
import { consoleCall, useConsoleData } from '../client.ts'
import { Facts, Loaded, NarrowScreen, SubmitForm } from '../parts/Screen.tsx'
import { RecoveryCodes } from '../parts/RecoveryCodes.tsx'
import { useConsole } from '../session.tsx'

/** Sign-in in two steps: name and password, then the second factor, which the first sign-in sets up. */
export function SignInPage() {
  const { session, reload } = useConsole()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (session.state === 'open') return <Navigate to="/console" replace />
  // The session is read again when they were seen.
  if (codes) return <RecoveryCodes codes={codes} onDone={reload} />
  if (session.state === 'verify') return <VerifyFactor onDone={reload} />
  if (session.state === 'enrol') return <EnrolFactor onDone={setCodes} />
  return <PasswordStep onDone={reload} />
}

const needed = (value: string): string | null => (value === '' ? cst('signIn.needed') : null)

function PasswordStep({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({
    initial: { name: '', password: '' },
    check: ({ name, password }) => ({ name: needed(name), password: needed(password) }),
    submit: (values) => consoleCall('session.signIn', values),
    onDone,
  })
  return (
    <NarrowScreen title={cst('signIn.title')}>
      <SubmitForm form={form} submitLabel={cst('signIn.submit')}>
        <Field label={cst('signIn.name')} autoComplete="username" autoCapitalize="none" {...form.bind('name')} />
        <Field
          label={cst('signIn.password')}
          type="password"
          autoComplete="current-password"
          {...form.bind('password')}
        />
      </SubmitForm>
    </NarrowScreen>
  )
}

const CODE_REFUSALS = { [CODES.VERIFY_CODE_ERROR]: 'code' } as const

function VerifyFactor({ onDone }: { readonly onDone: () => void }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: needed(code) }),
    submit: ({ code }) => consoleCall('factor.verify', { code: code.trim().toLowerCase() }),
    refusals: CODE_REFUSALS,
    onDone,
  })
  return (
    <NarrowScreen title={cst('factor.verifyTitle')} lead={cst('factor.verifyLead')}>
      <SubmitForm form={form} submitLabel={cst('factor.verifySubmit')}>
        <Field label={cst('factor.code')} autoComplete="one-time-code" autoCapitalize="none" {...form.bind('code')} />
      </SubmitForm>
    </NarrowScreen>
  )
}

const QR_SIZE = 220

function EnrolFactor({ onDone }: { readonly onDone: (recoveryCodes: readonly string[]) => void }) {
  const query = useConsoleData('factor.enrol', {})
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: needed(code) }),
    submit: async ({ code }) => {
      const result = await consoleCall('factor.confirm', { code: code.trim() })
      if (result.ok) onDone(result.data.recoveryCodes)
      return result
    },
    refusals: CODE_REFUSALS,
    onDone: () => undefined,
  })
  return (
    <NarrowScreen title={cst('factor.enrolTitle')} lead={cst('factor.enrolLead')}>
      <Loaded query={query}>
        {({ secret, uri }) => (
          <>
            <QrCode text={uri} size={QR_SIZE} label={cst('factor.qr')} />
            <Facts items={[[cst('factor.secret'), <code key="secret">{secret}</code>]]} />
            <SubmitForm form={form} submitLabel={cst('factor.enrolSubmit')}>
              <Field
                label={cst('factor.firstCode')}
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.bind('code')}
              />
            </SubmitForm>
          </>
        )}
      </Loaded>
    </NarrowScreen>
  )
}
