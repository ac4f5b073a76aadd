import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { useConsoleData } from '../client.ts'
import { SearchForm } from '../parts/FilterForm.tsx'
import { Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'

const STATES = [
  { value: 'all', label: consoleText('people.all') },
  { value: 'active', label: consoleText('people.active') },
  { value: 'banned', label: consoleText('people.banned') },
] as const

/** Search of members. */
export function PeoplePage() {
  const { formatTime } = useConsole()
  const [text, setText] = useState('')
  const [state, setState] = useState<(typeof STATES)[number]['value']>('all')
  const [shown, setShown] = useState<ConsoleRequestOf<'member.search'>>({ text: '' })
  const query = useConsoleData('member.search', shown)
  const search = () => {
    setShown({ text, ...(state !== 'all' && { isBanned: state === 'banned' }) })
    query.retry()
  }
  return (
    <Screen title={consoleText('people.title')}>
      <SearchForm onSearch={search} isLoading={query.isLoading}>
        <Field label={consoleText('people.text')} value={text} maxLength={32} onValueChange={setText} />
        <SelectField label={consoleText('people.state')} value={state} options={STATES} onValueChange={setState} />
      </SearchForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={consoleText('people.title')}
        idOf={({ userId }) => userId}
        columns={[
          { label: consoleText('people.name'), render: ({ name, userId }) => <Link to={userId}>{name}</Link> },
          { label: consoleText('people.nickname'), render: ({ nickname }) => nickname },
          { label: consoleText('people.vip'), render: ({ vipLevel }) => vipLevel, isNumber: true },
          { label: consoleText('people.site'), render: ({ siteId }) => siteId, isNumber: true },
          {
            label: consoleText('people.state'),
            render: ({ isBanned }) => consoleText(isBanned ? 'people.banned' : 'people.active'),
          },
          { label: consoleText('people.created'), render: ({ createdAt }) => formatTime(createdAt) },
        ]}
      />
    </Screen>
  )
}
