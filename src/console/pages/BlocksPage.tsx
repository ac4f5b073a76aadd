import { useState } from 'react'
import type { ConsoleBlock } from '#protocol/console/moderation.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { consoleText } from '#messages/zh/console/console.ts'
import { moderationText } from '#messages/zh/console/moderation.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { consoleCall, useConsoleData, type ConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { BlockDialog } from '../parts/BlockDialog.tsx'
import { FilterForm } from '../parts/FilterForm.tsx'
import { typedItems } from '../parts/rule-values.ts'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './BlocksPage.module.css'

/** Blocked terms of the site with a test, and blocked addresses and devices. */
export function BlocksPage() {
  return (
    <Screen title={moderationText('blocks.title')}>
      <Terms />
      <Blocks />
    </Screen>
  )
}

function Terms() {
  const { can } = useConsole()
  const query = useConsoleData('term.list', {})
  const [removed, setRemoved] = useState<string | null>(null)
  return (
    <Part title={moderationText('terms.title')}>
      <p className={styles.lead}>{moderationText('terms.lead')}</p>
      {can('term.change') && <NewTerms onChanged={query.retry} />}
      <TermTest />
      <Loaded query={query}>
        {({ list }) => (
          <>
            <p className={styles.lead}>
              {list.length === 0
                ? moderationText('terms.empty')
                : moderationText('terms.count', { count: list.length })}
            </p>
            <ul className={styles.terms}>
              {list.map(({ term }) => (
                <li key={term}>
                  <bdi>{term}</bdi>
                  {can('term.change') && (
                    <button
                      type="button"
                      aria-label={moderationText('terms.remove', { term })}
                      onClick={() => setRemoved(term)}
                    >
                      ×
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {removed !== null && (
        <ActDialog
          title={moderationText('terms.removeTitle')}
          description={moderationText('terms.removeLead', { term: removed })}
          act={() => consoleCall('term.change', { added: [], removed: [removed] })}
          onChanged={query.retry}
          onClose={() => setRemoved(null)}
        />
      )}
    </Part>
  )
}

function NewTerms({ onChanged }: { readonly onChanged: () => void }) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const add = async () => {
    const added = typedItems(text)
    if (added.length === 0) return
    setBusy(true)
    const result = await consoleCall('term.change', { added, removed: [] })
    setBusy(false)
    setError(result.ok ? null : result.message)
    if (!result.ok) return
    setText('')
    toast(consoleText('done'))
    onChanged()
  }
  return (
    <FilterForm onSubmit={() => void add()}>
      <Field label={moderationText('terms.new')} value={text} maxLength={500} error={error} onValueChange={setText} />
      <Button type="submit" isLoading={isBusy} disabled={text.trim() === ''}>
        {moderationText('terms.add')}
      </Button>
    </FilterForm>
  )
}

function TermTest() {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [verdict, setVerdict] = useState('')
  const test = async () => {
    setBusy(true)
    const result = await consoleCall('term.test', { text })
    setBusy(false)
    setVerdict(result.ok ? verdictOf(result.data) : consoleText('failed', { reason: result.message }))
  }
  return (
    <>
      <FilterForm onSubmit={() => void test()}>
        <Field label={moderationText('terms.test')} value={text} maxLength={150} onValueChange={setText} />
        <Button type="submit" isLoading={isBusy} disabled={text.trim() === ''}>
          {moderationText('terms.testButton')}
        </Button>
      </FilterForm>
      <output className={styles.verdict}>{verdict}</output>
    </>
  )
}

function verdictOf({ terms, isBuiltIn }: ConsoleDataOf<'term.test'>): string {
  if (terms.length > 0) return moderationText('terms.hits', { terms: terms.join('、') })
  return moderationText(isBuiltIn ? 'terms.builtIn' : 'terms.passes')
}

function Blocks() {
  const { can } = useConsole()
  const query = useConsoleData('block.list', {})
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<ConsoleBlock | null>(null)
  return (
    <Part title={moderationText('blocks.list')}>
      <p className={styles.lead}>{moderationText('blocks.lead')}</p>
      {can('block.add') && (
        <div>
          <Button onClick={() => setAdding(true)}>{moderationText('blocks.add')}</Button>
        </div>
      )}
      <BlockTable query={query} onRemove={setRemoved} />
      {isAdding && <BlockDialog onChanged={query.retry} onClose={() => setAdding(false)} />}
      {removed && (
        <ActDialog
          title={moderationText('blocks.remove')}
          description={moderationText('blocks.removeLead', { value: removed.value })}
          hasReason
          act={(reason) => consoleCall('block.remove', { id: removed.id, reason })}
          onChanged={query.retry}
          onClose={() => setRemoved(null)}
        />
      )}
    </Part>
  )
}

interface BlockTableProps {
  readonly query: ConsoleData<ConsoleDataOf<'block.list'>>
  readonly onRemove: (block: ConsoleBlock) => void
}

function BlockTable({ query, onRemove }: BlockTableProps) {
  const { can, formatTime } = useConsole()
  return (
    <Loaded query={query}>
      {({ list }) => (
        <Table
          label={moderationText('blocks.list')}
          rows={list}
          idOf={({ id }) => id}
          columns={[
            { label: moderationText('blocks.kind'), render: ({ kind }) => moderationText(`blocks.kind.${kind}`) },
            { label: moderationText('blocks.value'), render: ({ value }) => value },
            { label: consoleText('reason'), render: ({ reason }) => reason },
            { label: moderationText('blocks.by'), render: ({ operator, at }) => `${operator} ${formatTime(at)}` },
            {
              label: moderationText('blocks.until'),
              render: ({ expiresAt }) =>
                expiresAt === null ? moderationText('blocks.forGood') : formatTime(expiresAt),
            },
            {
              label: consoleText('operators.actions'),
              render: (block) =>
                can('block.remove') && (
                  <Button size="small" onClick={() => onRemove(block)}>
                    {moderationText('blocks.remove')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}
