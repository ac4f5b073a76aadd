import { useState } from 'react'
import type { AuditLine } from '#protocol/console/operators.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { Field } from '#ui/field/Field.tsx'
import { useConsoleData } from '../client.ts'
import { timeOf } from '../parts/content-fields.ts'
import { SearchForm } from '../parts/FilterForm.tsx'
import { Screen } from '../parts/Screen.tsx'
import { PagedTable } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './AuditPage.module.css'

const EMPTY = { actor: '', action: '', target: '', from: '', to: '' }

/** The audit log with filters, newest first. */
export function AuditPage() {
  const { formatTime } = useConsole()
  const [filter, setFilter] = useState(EMPTY)
  const [shown, setShown] = useState<ConsoleRequestOf<'audit.list'>>({})
  const query = useConsoleData('audit.list', shown)
  const change = (name: keyof typeof EMPTY) => (value: string) => setFilter((before) => ({ ...before, [name]: value }))
  const search = () => {
    setShown(requestOf(filter))
    query.retry()
  }
  return (
    <Screen title={consoleText('audit.title')} lead={consoleText('audit.lead')}>
      <SearchForm onSearch={search} isLoading={query.isLoading}>
        <Field label={consoleText('audit.actor')} value={filter.actor} onValueChange={change('actor')} />
        <Field label={consoleText('audit.action')} value={filter.action} onValueChange={change('action')} />
        <Field label={consoleText('audit.target')} value={filter.target} onValueChange={change('target')} />
        <Field
          label={consoleText('audit.from')}
          type="datetime-local"
          value={filter.from}
          onValueChange={change('from')}
        />
        <Field label={consoleText('audit.to')} type="datetime-local" value={filter.to} onValueChange={change('to')} />
      </SearchForm>
      <PagedTable
        query={query}
        request={shown}
        onPage={setShown}
        label={consoleText('audit.title')}
        idOf={({ id }) => id}
        columns={[
          { label: consoleText('audit.time'), render: ({ at }) => formatTime(at) },
          { label: consoleText('audit.actor'), render: ({ actor }) => actor || consoleText('audit.program') },
          { label: consoleText('audit.address'), render: ({ address }) => address },
          { label: consoleText('audit.action'), render: ({ action }) => action },
          { label: consoleText('audit.target'), render: ({ target }) => target },
          { label: consoleText('audit.change'), render: (line) => <Change line={line} /> },
        ]}
      />
    </Screen>
  )
}

/** Only filters that are filled in. */
function requestOf({ from, to, ...texts }: typeof EMPTY): ConsoleRequestOf<'audit.list'> {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''))
  const times = { from: timeOf(from), to: timeOf(to) }
  return {
    ...filled,
    ...(times.from !== null && { from: times.from }),
    ...(times.to !== null && { to: times.to }),
  }
}

/** The values that differ, one per line. */
function Change({ line: { before, after } }: { readonly line: Pick<AuditLine, 'before' | 'after'> }) {
  const [old, fresh] = [new Map(leavesOf(before)), new Map(leavesOf(after))]
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].filter((path) => old.get(path) !== fresh.get(path))
  return (
    <ul className={styles.changes}>
      {paths.map((path) => (
        <li key={path}>
          {path !== '' && <span>{path}: </span>}
          {old.has(path) && <del>{old.get(path)}</del>} {fresh.has(path) && <ins>{fresh.get(path)}</ins>}
        </li>
      ))}
    </ul>
  )
}

/** The values of a JSON value with their paths, each as JSON. */
function leavesOf(value: unknown, path = ''): [string, string][] {
  if (value === null || value === undefined) return path === '' ? [] : [[path, 'null']]
  if (typeof value !== 'object' || Array.isArray(value)) return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`))
}
