import { useState } from 'react'
import { PASSKEY_LABEL_MAX } from '#protocol/console/constants.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { hasPasskeys } from '#lib/browser/has-passkeys.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { addPasskey } from '../passkeys.ts'
import { useConsole } from '../session.tsx'
import { ActDialog, type DialogProps } from './ActDialog.tsx'
import { Loaded, Part } from './Screen.tsx'
import { RowActions, Table } from './Table.tsx'

type Passkey = ConsoleDataOf<'passkey.list'>['list'][number]
type Act = 'add' | 'rename' | 'remove'

/** Passkeys of the own account: list, add, rename, remove. */
export function PasskeysPart() {
  const { formatTime } = useConsole()
  const query = useConsoleData('passkey.list', {})
  const [chosen, setChosen] = useState<{ readonly act: Act; readonly passkey: Passkey | null } | null>(null)
  const actions = (passkey: Passkey, isLast: boolean) => (
    <RowActions>
      <Button size="small" onClick={() => setChosen({ act: 'rename', passkey })}>
        {consoleText('passkey.rename')}
      </Button>
      <Button size="small" disabled={isLast} onClick={() => setChosen({ act: 'remove', passkey })}>
        {consoleText('passkey.remove')}
      </Button>
    </RowActions>
  )
  return (
    <Part title={consoleText('passkey.title')}>
      <p>{consoleText('passkey.lead')}</p>
      <Loaded query={query}>
        {({ list, hasTotp }) => (
          <>
            <Table
              label={consoleText('passkey.title')}
              rows={list}
              idOf={({ id }) => id}
              columns={[
                { label: consoleText('passkey.name'), render: ({ label }) => label },
                { label: consoleText('passkey.createdAt'), render: ({ createdAt }) => formatTime(createdAt) },
                {
                  label: consoleText('passkey.usedAt'),
                  render: ({ usedAt }) => (usedAt === null ? '—' : formatTime(usedAt)),
                },
                {
                  label: consoleText('operators.actions'),
                  render: (passkey) => actions(passkey, !hasTotp && list.length === 1),
                },
              ]}
            />
            {!hasTotp && list.length === 1 && <p role="note">{consoleText('passkey.last')}</p>}
          </>
        )}
      </Loaded>
      <div>
        {hasPasskeys() ? (
          <Button kind="primary" onClick={() => setChosen({ act: 'add', passkey: null })}>
            {consoleText('passkey.add')}
          </Button>
        ) : (
          <p role="note">{consoleText('passkey.unsupported')}</p>
        )}
      </div>
      {chosen && <PasskeyDialog {...chosen} onChanged={query.retry} onClose={() => setChosen(null)} />}
    </Part>
  )
}

interface PasskeyDialogProps extends DialogProps {
  readonly act: Act
  readonly passkey: Passkey | null
}

/** One action: its name unless it removes, its password unless it renames. */
function PasskeyDialog({ act, passkey, onChanged, onClose }: PasskeyDialogProps) {
  const [label, setLabel] = useState(passkey?.label ?? consoleText('passkey.defaultName'))
  const [password, setPassword] = useState('')
  const id = passkey?.id ?? ''
  const calls = {
    add: () => addPasskey(label, password),
    rename: () => consoleCall('passkey.rename', { id, label }),
    remove: () => consoleCall('passkey.remove', { id, password }),
  }
  const name = passkey?.label ?? ''
  return (
    <ActDialog<unknown>
      title={act === 'remove' ? consoleText('passkey.removeOf', { name }) : consoleText(`passkey.${act}`)}
      description={consoleText(`passkey.${act}Text`)}
      submitLabel={consoleText(`passkey.${act}`)}
      isReady={label.trim() !== '' && (act === 'rename' || password !== '')}
      act={calls[act]}
      {...{ onChanged, onClose }}
    >
      {act !== 'remove' && (
        <Field
          label={consoleText('passkey.name')}
          value={label}
          maxLength={PASSKEY_LABEL_MAX}
          onValueChange={setLabel}
        />
      )}
      {act !== 'rename' && (
        <Field
          label={consoleText('signIn.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onValueChange={setPassword}
        />
      )}
    </ActDialog>
  )
}
