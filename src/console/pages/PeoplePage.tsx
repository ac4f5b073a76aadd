import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { cst } from '#lib/messages/console.ts'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { useConsoleData } from '../client.ts'
import { SearchForm } from '../parts/FilterForm.tsx'
import { Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

const STATES = [
  { value: 'all', label: cst('people.all') },
  { value: 'active', label: cst('people.active') },
  { value: 'banned', label: cst('people.banned') },
] as const

/** Search of members. */
export function PeoplePage() {
  const { formatTime } = useConsole()
  const [text, setText] = useState('')
  const [state, setState] = useState<(typeof STATES)[number]['value']>('all')
  const [shown, setShown] = useState<ConsoleRequestOf<'member.search'>>({ text: '' })
  const query = useConsoleData('member.search', shown)
  const search = () => setShown({ text, ...(state !== 'all' && { isBanned: state === 'banned' }) })
  return (
    <Screen title={cst('people.title')}>
      <SearchForm onSearch={search} isLoading={query.isLoading}>
        <Field label={cst('people.text')} value={text} maxLength={32} onValueChange={setText} />
        <SelectField label={cst('people.state')} value={state} options={STATES} onValueChange={setState} />
      </SearchForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={cst('people.title')}
        idOf={({ userId }) => userId}
        columns={[
          { label: cst('people.name'), render: ({ name, userId }) => <Link to={userId}>{name}</Link> },
          { label: cst('people.nickname'), render: ({ nickname }) => nickname },
          { label: cst('people.vip'), render: ({ vipLevel }) => vipLevel, isNumber: true },
          { label: cst('people.site'), render: ({ siteId }) => siteId, isNumber: true },
          {
            label: cst('people.state'),
            render: ({ isBanned }) => cst(isBanned ? 'people.banned' : 'people.active'),
          },
          { label: cst('people.created'), render: ({ createdAt }) => formatTime(createdAt) },
        ]}
      />
    </Screen>
  )
}
