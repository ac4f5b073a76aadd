import { useNavigate } from 'react-router-dom'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { useForm } from '#ui/field/use-form.ts'
import { consoleCall } from '../client.ts'
import { LinkScreen, PasswordFields, passwordProblems } from './LinkScreen.tsx'
import { SubmitForm } from '../parts/Screen.tsx'
import { useConsole } from '../session.tsx'

/** Sets the password of an invited operator. */
export function InvitationPage() {
  return (
    <LinkScreen check="invitation.check" title={consoleText('invitation.title')}>
      {(token, link) => <InvitationForm token={token} {...link} />}
    </LinkScreen>
  )
}

interface InvitationFormProps extends ConsoleDataOf<'invitation.check'> {
  readonly token: string
}

function InvitationForm({ token, name, role }: InvitationFormProps) {
  const { reload } = useConsole()
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', again: '' },
    check: passwordProblems,
    submit: ({ password }) => consoleCall('invitation.accept', { token, password }),
    onDone: () => {
      reload()
      void navigate('/console/sign-in', { replace: true })
    },
  })
  return (
    <SubmitForm form={form} submitLabel={consoleText('invitation.submit')}>
      <p>{consoleText('invitation.lead', { name, role: consoleText(`role.${role}`) })}</p>
      <PasswordFields form={form} />
    </SubmitForm>
  )
}
