import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ANCHOR_KBPS_DEFAULT, ANCHOR_KBPS_MAX, ANCHOR_KBPS_MIN } from '#protocol/console/constants.ts'
import type { LiveAnchorView } from '#protocol/console/rooms.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { isolated } from '#messages/bidi.ts'
import { formatCount } from '#lib/format.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { SearchForm } from '../parts/FilterForm.tsx'
import { Screen } from '../parts/Screen.tsx'
import { StreamKeyDialog } from '../parts/StreamKeyDialog.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './LiveRoomPage.module.css'

type Choice = { readonly act: 'create' } | { readonly act: 'edit' | 'renewKey'; readonly anchor: LiveAnchorView }

/** Anchors: name, account, bit rate, stream key. */
export function AnchorsPage() {
  const { can, formatTime } = useConsole()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<ConsoleRequestOf<'anchor.list'>>({ text: '' })
  const [chosen, setChosen] = useState<Choice | null>(null)
  const query = useConsoleData('anchor.list', shown)
  const close = () => setChosen(null)
  const create = can('anchor.create') && (
    <Button kind="primary" onClick={() => setChosen({ act: 'create' })}>
      {roomsText('anchors.create')}
    </Button>
  )
  const search = () => {
    setShown({ text })
    query.retry()
  }
  return (
    <Screen title={roomsText('anchors.title')} actions={create}>
      <SearchForm onSearch={search} isLoading={query.isLoading}>
        <Field label={roomsText('anchors.text')} value={text} maxLength={40} onValueChange={setText} />
      </SearchForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={roomsText('anchors.title')}
        idOf={({ id }) => id}
        columns={[
          { label: roomsText('anchors.nick'), render: ({ nick }) => nick },
          { label: roomsText('anchors.account'), render: ({ account }) => account ?? '—' },
          {
            label: roomsText('anchors.room'),
            render: ({ room }) => (room ? <Link to={`/console/rooms/${room.id}`}>{isolated(room.title)}</Link> : '—'),
          },
          { label: roomsText('anchors.maxKbps'), render: ({ maxKbps }) => formatCount(maxKbps), isNumber: true },
          {
            label: roomsText('anchors.key'),
            render: ({ keyIssuedAt }) => (keyIssuedAt === null ? roomsText('anchors.noKey') : formatTime(keyIssuedAt)),
          },
          ...(can('anchor.update')
            ? [
                {
                  label: roomsText('anchors.actions'),
                  render: (anchor: LiveAnchorView) => <AnchorActs anchor={anchor} onChoose={setChosen} />,
                },
              ]
            : []),
        ]}
      />
      {chosen?.act === 'renewKey' && <StreamKeyDialog anchor={chosen.anchor} onChanged={query.retry} onClose={close} />}
      {chosen && chosen.act !== 'renewKey' && (
        <AnchorDialog anchor={chosen.act === 'edit' ? chosen.anchor : null} onChanged={query.retry} onClose={close} />
      )}
    </Screen>
  )
}

interface AnchorActsProps {
  readonly anchor: LiveAnchorView
  readonly onChoose: (choice: Choice) => void
}

function AnchorActs({ anchor, onChoose }: AnchorActsProps) {
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={() => onChoose({ act: 'edit', anchor })}>
        {roomsText('anchors.edit')}
      </Button>
      <Button size="small" onClick={() => onChoose({ act: 'renewKey', anchor })}>
        {roomsText('room.renewKey')}
      </Button>
    </div>
  )
}

interface AnchorDialogProps extends DialogProps {
  /** Null creates an anchor. */
  readonly anchor: LiveAnchorView | null
}

function AnchorDialog({ anchor, onChanged, onClose }: AnchorDialogProps) {
  const [nick, setNick] = useState(anchor?.nick ?? '')
  const [account, setAccount] = useState(anchor?.account ?? '')
  const [kbps, setKbps] = useState(String(anchor?.maxKbps ?? ANCHOR_KBPS_DEFAULT))
  const maxKbps = Number(kbps)
  const isRate = /^\d{1,6}$/.test(kbps) && maxKbps >= ANCHOR_KBPS_MIN && maxKbps <= ANCHOR_KBPS_MAX
  const run = (_: string, version: number) => {
    const values = { nick, account: account.trim() === '' ? null : account.trim(), maxKbps }
    return anchor
      ? consoleCall('anchor.update', { id: anchor.id, version, ...values })
      : consoleCall('anchor.create', values)
  }
  return (
    <ActDialog
      title={roomsText(anchor ? 'anchors.edit' : 'anchors.create')}
      isReady={cleanChatText(nick).length >= 2 && isRate}
      item={anchor}
      act={run}
      {...{ onChanged, onClose }}
    >
      <Field
        label={roomsText('anchors.nick')}
        hint={roomsText('anchors.nickHint')}
        value={nick}
        maxLength={16}
        onValueChange={setNick}
      />
      <Field
        label={roomsText('anchors.account')}
        hint={roomsText('anchors.accountHint')}
        value={account}
        maxLength={32}
        autoCapitalize="none"
        onValueChange={setAccount}
      />
      <NumberField
        label={roomsText('anchors.maxKbps')}
        hint={roomsText('anchors.maxKbpsHint', { min: ANCHOR_KBPS_MIN, max: formatCount(ANCHOR_KBPS_MAX) })}
        maxLength={6}
        value={kbps}
        onValueChange={setKbps}
      />
    </ActDialog>
  )
}
