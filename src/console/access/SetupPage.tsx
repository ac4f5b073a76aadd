import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_TIME_ZONES } from '#protocol/console/constants.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { useForm } from '#ui/field/use-form.ts'
import { consoleCall } from '../client.ts'
import { LinkScreen, PasswordFields, passwordProblems } from './LinkScreen.tsx'
import { SubmitForm } from '../parts/Screen.tsx'
import { useConsole } from '../session.tsx'

/** Names of the time zone database, which operators know from servers. */
const TIME_ZONES = CONSOLE_TIME_ZONES.map((value) => ({ value, label: value }))
const NAME = /^[a-z][a-z0-9._-]{2,31}$/
const SITE_ID = /^50(?:0[1-9]|1\d|2[0-8])$/

/** Creates the first operator through the set-up link. */
export function SetupPage() {
  return (
    <LinkScreen check="setup.check" title={consoleText('setup.title')}>
      {(token, link) => <SetupForm token={token} {...link} />}
    </LinkScreen>
  )
}

interface SetupFormProps extends ConsoleDataOf<'setup.check'> {
  readonly token: string
}

function SetupForm({ token, site, expiresAt }: SetupFormProps) {
  const { reload, formatTime } = useConsole()
  const navigate = useNavigate()
  const [timeZone, setTimeZone] = useState(site.timeZone)
  const form = useForm({
    initial: { name: '', password: '', again: '', siteName: site.siteName, siteId: String(site.siteId) },
    check: (values) => ({
      name: NAME.test(values.name) ? null : consoleText('setup.badName'),
      ...passwordProblems(values),
      siteName: values.siteName.trim() === '' ? consoleText('signIn.needed') : null,
      siteId: SITE_ID.test(values.siteId) ? null : consoleText('setup.badSiteId'),
    }),
    submit: ({ name, password, siteName, siteId }) =>
      consoleCall('setup.complete', {
        token,
        name,
        password,
        site: { siteName: siteName.trim(), siteId: Number(siteId), timeZone },
      }),
    refusals: { [CODES.NAME_TAKEN]: 'name' },
    onDone: () => {
      reload()
      void navigate('/console/sign-in', { replace: true })
    },
  })
  return (
    <SubmitForm form={form} submitLabel={consoleText('setup.submit')}>
      <p>{consoleText('setup.lead', { time: formatTime(expiresAt) })}</p>
      <Field
        label={consoleText('setup.name')}
        hint={consoleText('setup.nameHint')}
        autoComplete="username"
        autoCapitalize="none"
        {...form.bind('name')}
      />
      <PasswordFields form={form} />
      <Field label={consoleText('setup.siteName')} maxLength={32} {...form.bind('siteName')} />
      <NumberField
        label={consoleText('setup.siteId')}
        hint={consoleText('setup.siteIdHint')}
        maxLength={4}
        {...form.bind('siteId')}
      />
      <SelectField
        label={consoleText('setup.timeZone')}
        value={timeZone}
        options={TIME_ZONES}
        onValueChange={setTimeZone}
      />
    </SubmitForm>
  )
}
