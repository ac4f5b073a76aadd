import { useState } from 'react'
import type { ConsoleBlock } from '#protocol/console/moderation.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { cst } from '#lib/messages/console.ts'
import { mdt } from '#lib/messages/console-moderation.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { toast } from '#ui/toast-manager.ts'
import { consoleCall, useConsoleData, type ConsoleData } from '../client.ts'
import { ActDialog } from '../parts/ActDialog.tsx'
import { BlockDialog } from '../parts/BlockDialog.tsx'
import { FilterForm } from '../parts/FilterForm.tsx'
import { Loaded, Part, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './BlocksPage.module.css'

/** Blocked terms of the site with a test, and blocked addresses and devices. */
export function BlocksPage() {
  return (
    <Screen title={mdt('blocks.title')}>
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
    <Part title={mdt('terms.title')}>
      <p className={styles.lead}>{mdt('terms.lead')}</p>
      {can('term.change') && <NewTerms onChanged={query.retry} />}
      <TermTest />
      <Loaded query={query}>
        {({ list }) => (
          <>
            <p className={styles.lead}>
              {list.length === 0 ? mdt('terms.empty') : mdt('terms.count', { count: list.length })}
            </p>
            <ul className={styles.terms}>
              {list.map(({ term }) => (
                <li key={term}>
                  <bdi>{term}</bdi>
                  {can('term.change') && (
                    <button type="button" aria-label={mdt('terms.remove', { term })} onClick={() => setRemoved(term)}>
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
          title={mdt('terms.removeTitle')}
          description={mdt('terms.removeLead', { term: removed })}
          submitLabel={mdt('terms.removeTitle')}
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
    const added = text.split(/[\s,，、]+/).filter((term) => term !== '')
    if (added.length === 0) return
    setBusy(true)
    const result = await consoleCall('term.change', { added, removed: [] })
    setBusy(false)
    setError(result.ok ? null : result.message)
    if (!result.ok) return
    setText('')
    toast(cst('done'))
    onChanged()
  }
  return (
    <FilterForm onSubmit={() => void add()}>
      <Field label={mdt('terms.new')} value={text} maxLength={500} error={error} onValueChange={setText} />
      <Button type="submit" isLoading={isBusy} disabled={text.trim() === ''}>
        {mdt('terms.add')}
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
    setVerdict(result.ok ? verdictOf(result.data) : cst('failed', { reason: result.message }))
  }
  return (
    <>
      <FilterForm onSubmit={() => void test()}>
        <Field label={mdt('terms.test')} value={text} maxLength={150} onValueChange={setText} />
        <Button type="submit" isLoading={isBusy} disabled={text.trim() === ''}>
          {mdt('terms.testButton')}
        </Button>
      </FilterForm>
      <output className={styles.verdict}>{verdict}</output>
    </>
  )
}

function verdictOf({ terms, isBuiltIn }: ConsoleDataOf<'term.test'>): string {
  if (terms.length > 0) return mdt('terms.hits', { terms: terms.join('、') })
  return mdt(isBuiltIn ? 'terms.builtIn' : 'terms.passes')
}

function Blocks() {
  const { can } = useConsole()
  const query = useConsoleData('block.list', {})
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<ConsoleBlock | null>(null)
  return (
    <Part title={mdt('blocks.list')}>
      <p className={styles.lead}>{mdt('blocks.lead')}</p>
      {can('block.add') && (
        <div>
          <Button onClick={() => setAdding(true)}>{mdt('blocks.add')}</Button>
        </div>
      )}
      <BlockTable query={query} onRemove={setRemoved} />
      {isAdding && <BlockDialog onChanged={query.retry} onClose={() => setAdding(false)} />}
      {removed && (
        <ActDialog
          title={mdt('blocks.remove')}
          description={mdt('blocks.removeLead', { value: removed.value })}
          submitLabel={mdt('blocks.remove')}
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
          label={mdt('blocks.list')}
          rows={list}
          idOf={({ id }) => id}
          columns={[
            { label: mdt('blocks.kind'), render: ({ kind }) => mdt(`blocks.kind.${kind}`) },
            { label: mdt('blocks.value'), render: ({ value }) => value },
            { label: cst('reason'), render: ({ reason }) => reason },
            { label: mdt('blocks.by'), render: ({ operator, at }) => `${operator} ${formatTime(at)}` },
            {
              label: mdt('blocks.until'),
              render: ({ expiresAt }) => (expiresAt === null ? mdt('blocks.forGood') : formatTime(expiresAt)),
            },
            {
              label: cst('operators.actions'),
              render: (block) =>
                can('block.remove') && (
                  <Button size="small" onClick={() => onRemove(block)}>
                    {mdt('blocks.remove')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}
