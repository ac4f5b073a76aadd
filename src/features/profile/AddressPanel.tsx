import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import { profileText } from '#messages/zh/profile.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Question } from '#ui/overlay/Question.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import { type Address, AddressForm } from './AddressForm.tsx'
import styles from './profile.module.css'

/** Postal addresses for prizes (S3.8): list, add, edit, delete. */
export function AddressPanel() {
  const query = useServerData('address.list', {})
  const { data, retry } = query
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const [removed, setRemoved] = useState<Address | null>(null)
  const isFull = data !== null && data.list.length >= data.max
  const count = data && <span>{profileText('address.count', { count: data.list.length, max: data.max })}</span>
  return (
    <Panel title={profileText('address.title')} aside={count}>
      <Loaded query={query} title={profileText('address.failed')} height={52} />
      {data?.list.length === 0 && (
        <EmptyState scene="mail" title={profileText('address.empty')} text={profileText('address.emptyText')} />
      )}
      {data !== null && data.list.length > 0 && (
        <AddressRows list={data.list} onEdit={setEdited} onRemove={setRemoved} />
      )}
      {data !== null && (
        <div className={styles.foot}>
          <Button aria-haspopup="dialog" disabled={isFull} onClick={() => setEdited('new')}>
            {profileText('address.add')}
          </Button>
          {isFull && profileText('address.full', { max: data.max })}
        </div>
      )}
      <AddressSheet edited={edited} isFirst={data?.list.length === 0} onClose={() => setEdited(null)} onDone={retry} />
      <RemoveQuestion address={removed} onClose={() => setRemoved(null)} onDone={retry} />
    </Panel>
  )
}

interface AddressRowsProps {
  readonly list: readonly Address[]
  readonly onEdit: (address: Address) => void
  readonly onRemove: (address: Address) => void
}

function AddressRows({ list, onEdit, onRemove }: AddressRowsProps) {
  return (
    <Rows label={profileText('address.title')}>
      {list.map((address) => (
        <AddressRow
          key={address.id}
          address={address}
          onEdit={() => onEdit(address)}
          onRemove={() => onRemove(address)}
        />
      ))}
    </Rows>
  )
}

interface AddressSheetProps {
  /** Null = closed. */
  readonly edited: Address | 'new' | null
  readonly isFirst: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

function AddressSheet({ edited, isFirst, onClose, onDone }: AddressSheetProps) {
  return (
    <Sheet
      isOpen={edited !== null}
      onOpenChange={(next) => !next && onClose()}
      title={profileText(edited === 'new' ? 'address.addTitle' : 'address.editTitle')}
    >
      {edited !== null && (
        <AddressForm
          key={edited === 'new' ? 'new' : edited.id}
          address={edited === 'new' ? null : edited}
          isFirst={isFirst}
          onDone={() => {
            onClose()
            onDone()
          }}
        />
      )}
    </Sheet>
  )
}

interface RemoveQuestionProps {
  /** Null = closed. */
  readonly address: Address | null
  readonly onClose: () => void
  readonly onDone: () => void
}

function RemoveQuestion({ address, onClose, onDone }: RemoveQuestionProps) {
  const remove = async ({ id }: Address) => {
    const result = await call('address.remove', { id })
    if (!result.ok && result.code !== CODES.NOT_FOUND) return result
    toast({ text: profileText('address.removed'), tone: 'success' })
    onDone()
    return null
  }
  return (
    <Question
      isOpen={address !== null}
      onClose={onClose}
      title={profileText('address.removeTitle')}
      text={address === null ? '' : `${address.receiver} · ${addressText(address)}`}
      action={profileText('address.remove')}
      onConfirm={async () => (address === null ? null : remove(address))}
    />
  )
}

const addressText = ({ province, city, detail }: Address) => `${province} ${city} ${detail}`

interface AddressRowProps {
  readonly address: Address
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function AddressRow({ address, onEdit, onRemove }: AddressRowProps) {
  const { receiver, areaCode, phone, isDefault } = address
  return (
    <Row
      title={
        <>
          {receiver} +{areaCode} {phone} {isDefault && <Badge tone="accent">{profileText('address.default')}</Badge>}
        </>
      }
      note={addressText(address)}
      end={
        <>
          <Button
            size="small"
            kind="quiet"
            aria-haspopup="dialog"
            aria-label={profileText('address.editOf', { name: receiver })}
            onClick={onEdit}
          >
            {profileText('address.edit')}
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-haspopup="dialog"
            aria-label={profileText('address.removeOf', { name: receiver })}
            onClick={onRemove}
          >
            {profileText('address.remove')}
          </Button>
        </>
      }
    />
  )
}
