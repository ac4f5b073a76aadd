import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { cleanChatText } from '#protocol/rules/chat-text.ts'
import { isolated } from '#messages/bidi.ts'
import { formatCount } from '#lib/format.ts'
import { roomsText } from '#messages/zh/console/rooms.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { timeOf, typedTime } from '../parts/content-fields.ts'
import { SearchForm } from '../parts/FilterForm.tsx'
import { RoomFields } from '../parts/RoomFields.tsx'
import { Loaded, Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { useConsole } from '../session.tsx'

const REFRESH_MS = 5_000

/** Live rooms with their state, newest first. */
export function LiveRoomsPage() {
  const { can, formatTime } = useConsole()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<ConsoleRequestOf<'room.list'>>({ text: '' })
  const [isCreating, setCreating] = useState(false)
  const query = useConsoleData('room.list', shown)
  useRefresh(query, REFRESH_MS)
  const create = can('room.create') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      {roomsText('rooms.create')}
    </Button>
  )
  const search = () => {
    setShown({ text })
    query.retry()
  }
  return (
    <Screen title={roomsText('rooms.title')} actions={create}>
      <SearchForm onSearch={search} isLoading={query.isLoading}>
        <Field label={roomsText('rooms.text')} value={text} maxLength={40} onValueChange={setText} />
      </SearchForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={roomsText('rooms.title')}
        idOf={({ id }) => id}
        columns={[
          { label: roomsText('rooms.name'), render: ({ id, title }) => <Link to={id}>{isolated(title)}</Link> },
          { label: roomsText('room.number'), render: ({ eid }) => eid },
          { label: roomsText('rooms.anchor'), render: ({ nick }) => nick },
          { label: roomsText('rooms.state'), render: ({ anchorStatus }) => roomsText(`rooms.state.${anchorStatus}`) },
          { label: roomsText('rooms.startsAt'), render: ({ startsAt }) => formatTime(startsAt) },
          { label: roomsText('rooms.viewers'), render: ({ viewers }) => formatCount(viewers), isNumber: true },
        ]}
      />
      {isCreating && <CreateDialog onChanged={query.retry} onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function CreateDialog(props: DialogProps) {
  const navigate = useNavigate()
  const anchors = useConsoleData('anchor.list', { text: '', isFree: true })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [values, setValues] = useState(() => ({ title: '', intro: '', startsAt: typedTime(Date.now()) }))
  const anchorId = chosenId ?? anchors.data?.list[0]?.id ?? null
  const startsAt = timeOf(values.startsAt)
  const run = async () => {
    const result = await consoleCall('room.create', {
      anchorId: anchorId ?? '',
      title: values.title,
      intro: values.intro,
      startsAt: startsAt ?? 0,
    })
    if (result.ok) void navigate(`/console/rooms/${result.data.room.id}`)
    return result
  }
  return (
    <ActDialog
      title={roomsText('rooms.create')}
      description={roomsText('rooms.createLead')}
      isReady={anchorId !== null && startsAt !== null && cleanChatText(values.title).length >= 2}
      act={run}
      {...props}
    >
      <Loaded query={anchors}>
        {({ list }) =>
          list.length === 0 ? (
            <p>{roomsText('rooms.noAnchor')}</p>
          ) : (
            <SelectField
              label={roomsText('rooms.anchor')}
              value={anchorId ?? ''}
              options={list.map(({ id, nick }) => ({ value: id, label: nick }))}
              onValueChange={setChosenId}
            />
          )
        }
      </Loaded>
      <RoomFields values={values} onChange={(change) => setValues((before) => ({ ...before, ...change }))} />
    </ActDialog>
  )
}
