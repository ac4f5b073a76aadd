import { useState } from 'react'
import { OPERATOR_ROLES, type OperatorRole } from '#protocol/console/constants.ts'
import type { OperatorView } from '#protocol/console/operators.ts'
import type { Result } from '#protocol/result.ts'
import { commonText } from '#messages/zh/common.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Button } from '#ui/button/Button.tsx'
import { CopyButton } from '#ui/button/CopyButton.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { Loaded, Screen } from '../parts/Screen.tsx'
import { RowActions, Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './OperatorsPage.module.css'

const ROLES = OPERATOR_ROLES.map((value) => ({ value, label: consoleText(`role.${value}`) }))

type Act = 'changeRole' | 'resetFactor' | 'disable' | 'enable' | 'renewLink'

/** Operators: invitation, role, second factor, access. */
export function OperatorsPage() {
  const { can, formatTime } = useConsole()
  const query = useConsoleData('operator.list', {})
  const [isInviting, setInviting] = useState(false)
  const [chosen, setChosen] = useState<{ readonly operator: OperatorView; readonly act: Act } | null>(null)
  const [invitation, setInvitation] = useState<IssuedInvitation | null>(null)
  const mayChange = can('operator.setRole')
  const actions = (operator: OperatorView) => (
    <RowActions>
      {actsFor(operator).map((act) => (
        <Button key={act} size="small" onClick={() => setChosen({ operator, act })}>
          {consoleText(`operators.${act}`)}
        </Button>
      ))}
    </RowActions>
  )
  const invite = mayChange && (
    <Button kind="primary" onClick={() => setInviting(true)}>
      {consoleText('operators.invite')}
    </Button>
  )
  return (
    <Screen title={consoleText('operators.title')} actions={invite}>
      <Loaded query={query}>
        {({ list }) => (
          <Table
            label={consoleText('operators.title')}
            rows={list}
            idOf={({ id }) => id}
            columns={[
              { label: consoleText('signIn.name'), render: ({ name }) => name },
              { label: consoleText('operators.role'), render: ({ role }) => consoleText(`role.${role}`) },
              { label: consoleText('operators.state'), render: (operator) => consoleText(stateOf(operator)) },
              {
                label: consoleText('operators.lastSeen'),
                render: ({ lastSeenAt }) => (lastSeenAt === null ? '—' : formatTime(lastSeenAt)),
              },
              ...(mayChange ? [{ label: consoleText('operators.actions'), render: actions }] : []),
            ]}
          />
        )}
      </Loaded>
      {isInviting && (
        <InviteDialog onInvited={setInvitation} onChanged={query.retry} onClose={() => setInviting(false)} />
      )}
      {chosen && (
        <OperatorDialog {...chosen} onInvited={setInvitation} onChanged={query.retry} onClose={() => setChosen(null)} />
      )}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </Screen>
  )
}

function actsFor({ isDisabled, hasSecondFactor }: OperatorView): Act[] {
  if (isDisabled) return ['enable']
  return ['changeRole', ...(hasSecondFactor ? (['resetFactor'] as const) : []), 'renewLink', 'disable']
}

function stateOf({ isDisabled, hasPassword, hasSecondFactor }: OperatorView) {
  if (isDisabled) return 'operators.disabled'
  if (!hasPassword) return 'operators.invited'
  return hasSecondFactor ? 'operators.active' : 'operators.noFactor'
}

interface OperatorDialogProps extends DialogProps {
  readonly onInvited: (invitation: IssuedInvitation) => void
}

function InviteDialog({ onInvited, onChanged, onClose }: OperatorDialogProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<OperatorRole>('moderator')
  const act = async () => {
    const result = await consoleCall('operator.invite', { name, role })
    if (result.ok) onInvited({ name, ...result.data })
    return result
  }
  return (
    <ActDialog title={consoleText('operators.invite')} isReady={name !== ''} {...{ act, onChanged, onClose }}>
      <Field
        label={consoleText('signIn.name')}
        hint={consoleText('setup.nameHint')}
        value={name}
        autoCapitalize="none"
        onValueChange={setName}
      />
      <SelectField label={consoleText('operators.role')} value={role} options={ROLES} onValueChange={setRole} />
    </ActDialog>
  )
}

function OperatorDialog(props: OperatorDialogProps & { readonly operator: OperatorView; readonly act: Act }) {
  const { operator, act, onInvited, onChanged, onClose } = props
  const { id, name } = operator
  const [role, setRole] = useState(operator.role)
  const run = async (_: string, version: number): Promise<Result<unknown>> => {
    const subject = { id, version }
    if (act === 'changeRole') return consoleCall('operator.setRole', { ...subject, role })
    if (act === 'resetFactor') return consoleCall('operator.resetFactor', subject)
    if (act !== 'renewLink') return consoleCall('operator.setDisabled', { ...subject, isDisabled: act === 'disable' })
    const result = await consoleCall('operator.renewLink', subject)
    if (result.ok) onInvited({ name, ...result.data })
    return result
  }
  return (
    <ActDialog
      title={consoleText(`operators.${act}`)}
      description={consoleText(`operators.${act}Of`, { name })}
      item={operator}
      act={run}
      {...{ onChanged, onClose }}
    >
      {act === 'changeRole' && (
        <SelectField label={consoleText('operators.role')} value={role} options={ROLES} onValueChange={setRole} />
      )}
    </ActDialog>
  )
}

interface IssuedInvitation {
  readonly name: string
  /** Path with the token in its fragment. */
  readonly link: string
  readonly expiresAt: number
}

/** Shows a new link once. */
function InvitationDialog(props: { readonly invitation: IssuedInvitation; readonly onClose: () => void }) {
  const { invitation, onClose } = props
  const { name, expiresAt } = invitation
  const { formatTime } = useConsole()
  const link = location.origin + invitation.link
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={consoleText('operators.invite')}
      description={consoleText('operators.link', { name, time: formatTime(expiresAt) })}
      actions={
        <>
          <Button onClick={onClose}>{consoleText('operators.close')}</Button>
          <CopyButton text={link} name={commonText('copy.link')} kind="primary" />
        </>
      }
    >
      <code className={styles.link}>{link}</code>
    </Dialog>
  )
}
