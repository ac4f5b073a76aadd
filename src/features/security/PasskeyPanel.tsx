import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import { formatAgo, formatDate } from '#lib/format.ts'
import { securityText } from '#messages/zh/security.ts'
import { hasPasskeys } from '#lib/browser/has-passkeys.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { loadSecurity, type SecurityOverview } from '#state/session/security.ts'
import { call, serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Switch } from '#ui/choice/Switch.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { ConfirmIdentity, type Proof } from './ConfirmIdentity.tsx'
import styles from './security.module.css'

type Passkey = DataOf<'passkey.list'>['list'][number]

/** Passkeys: list, add, remove, and whether a sign-in by password needs one. */
export function PasskeyPanel({ security }: { readonly security: SecurityOverview }) {
  const query = useServerData('passkey.list', {})
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const list = query.data?.list ?? []
  const reload = () => {
    query.retry()
    void loadSecurity()
  }
  return (
    <>
      <Loaded query={query} title={securityText('passkey.failed')} />
      {query.data !== null && list.length === 0 && (
        <EmptyState level={2} title={securityText('passkey.none')} text={securityText('passkey.noneText')} />
      )}
      {list.length > 0 && (
        <Rows label={securityText('passkey.title')}>
          {list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </Rows>
      )}
      {query.data !== null && <RequiredSwitch security={security} count={list.length} onDone={reload} />}
      {query.data !== null && <AddButton onPress={() => setAdding(true)} />}
      <AddPasskey isOpen={isAdding} onOpenChange={setAdding} onDone={reload} />
      <Dialog
        isOpen={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={securityText('passkey.removeTitle', { name: removed?.label ?? '' })}
        description={
          list.length === 1
            ? securityText('passkey.removeText') + securityText('passkey.removeLast')
            : securityText('passkey.removeText')
        }
      >
        <ConfirmIdentity
          action={securityText('passkey.remove')}
          submit={(proof) => remove(removed?.id ?? '', proof)}
          onDone={() => {
            toast({ text: securityText('passkey.removed'), tone: 'success' })
            setRemoved(null)
            reload()
          }}
        />
      </Dialog>
    </>
  )
}

function AddButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <div className={styles.foot}>
      {hasPasskeys() ? (
        <Button kind="primary" aria-haspopup="dialog" onClick={onPress}>
          {securityText('passkey.add')}
        </Button>
      ) : (
        <p role="note">{securityText('passkey.unsupported')}</p>
      )}
    </div>
  )
}

/** Removes a passkey. One that is removed already is no problem. */
async function remove(id: string, proof: Proof): Promise<Result<unknown>> {
  const result = await call('passkey.remove', { id, ...proof })
  return result.ok || result.code === CODES.NOT_FOUND ? success(null) : result
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { label, createdAt, usedAt } = passkey
  const now = serverNow()
  const used =
    usedAt === null ? securityText('passkey.unused') : securityText('passkey.used', { ago: formatAgo(usedAt, now) })
  return (
    <Row
      lead={<KeyRound size={20} aria-hidden="true" />}
      title={label}
      note={`${securityText('passkey.created', { date: formatDate(createdAt, now) })} · ${used}`}
      end={
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={securityText('passkey.removeName', { name: label })}
          onClick={onRemove}
        >
          {securityText('passkey.remove')}
        </Button>
      }
    />
  )
}

interface RequiredSwitchProps {
  readonly security: SecurityOverview
  readonly count: number
  readonly onDone: () => void
}

/** 登录时同时需要通行密钥; a change needs the password or a passkey. */
function RequiredSwitch({ security, count, onDone }: RequiredSwitchProps) {
  const [isAsking, setAsking] = useState(false)
  const { isPasskeyRequired: isOn } = security
  return (
    <div className={styles.switch}>
      <Switch
        label={securityText('passkey.required')}
        isOn={isOn}
        disabled={count === 0 && !isOn}
        onChange={() => setAsking(true)}
      />
      <p>{count === 0 ? securityText('passkey.requireNone') : securityText('passkey.requiredNote')}</p>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={securityText(isOn ? 'passkey.requireOff' : 'passkey.requireOn')}
        description={securityText(isOn ? 'passkey.requireOffText' : 'passkey.requireOnText')}
      >
        <ConfirmIdentity
          action={securityText(isOn ? 'passkey.requireOff' : 'passkey.requireOn')}
          submit={(proof) => call('passkey.setRequired', { isRequired: !isOn, ...proof })}
          onDone={() => {
            toast({ text: securityText(isOn ? 'passkey.isOff' : 'passkey.isOn'), tone: 'success' })
            setAsking(false)
            onDone()
          }}
        />
      </Dialog>
    </div>
  )
}
