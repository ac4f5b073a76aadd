import { useState } from 'react'
import { DEFINITIONS, definitionOf, draftProblem, problemText } from '#protocol/activities/definitions.ts'
import type { ActivityName } from '#protocol/activities/definition.ts'
import type { ActivityRow } from '#protocol/console/activities.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { CURRENCIES, type RewardCurrency } from '#protocol/currency.ts'
import type { Failure } from '#protocol/result.ts'
import { exactText, exactUnits } from '#protocol/rules/amount.ts'
import { formatCount } from '#lib/format.ts'
import { rewardText } from '#lib/reward-text.ts'
import { consoleActivityText } from '#messages/zh/console/activities.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { FormFailure } from '#ui/field/FormFailure.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import { consoleCall, useConsoleData } from '../client.ts'
import { ActDialog, type DialogProps } from '../parts/ActDialog.tsx'
import { timeOf, typedTime } from '../parts/content-fields.ts'
import { RuleFields } from '../parts/RuleFields.tsx'
import { ruleOf, type TypedRule, typedRule } from '../parts/rule-values.ts'
import { Loaded, Screen } from '../parts/Screen.tsx'
import { Table } from '../parts/Table.tsx'
import { useConsole } from '../session.tsx'
import styles from './ActivitiesPage.module.css'

/** What is open on the screen. */
type Open =
  | { readonly what: 'edit'; readonly row: ActivityRow | null }
  | { readonly what: 'start' | 'stop'; readonly row: ActivityRow }

/** Activities: drafts, running and ended ones. */
export function ActivitiesPage() {
  const { can } = useConsole()
  const [open, setOpen] = useState<Open | null>(null)
  const query = useConsoleData('activity.list', {})
  const close = () => setOpen(null)
  return (
    <Screen
      title={consoleActivityText('title')}
      lead={consoleActivityText('lead')}
      actions={
        can('activity.save') && (
          <Button kind="primary" onClick={() => setOpen({ what: 'edit', row: null })}>
            {consoleActivityText('add')}
          </Button>
        )
      }
    >
      <Loaded query={query}>{({ list }) => <Activities rows={list} onOpen={setOpen} />}</Loaded>
      {open?.what === 'edit' && <DraftDialog row={open.row} onChanged={query.retry} onClose={close} />}
      {(open?.what === 'start' || open?.what === 'stop') && (
        <ActDialog
          title={`${consoleActivityText(open.what)} ${open.row.title}`}
          description={consoleActivityText(open.what === 'start' ? 'startLead' : 'stopLead')}
          submitLabel={consoleActivityText(open.what)}
          hasReason
          act={(reason) => {
            const { id, version } = open.row
            return consoleCall(open.what === 'start' ? 'activity.start' : 'activity.stop', { id, version, reason })
          }}
          onChanged={query.retry}
          onClose={close}
        />
      )}
    </Screen>
  )
}

interface ActivitiesProps {
  readonly rows: readonly ActivityRow[]
  readonly onOpen: (open: Open) => void
}

function Activities({ rows, onOpen }: ActivitiesProps) {
  const { can, formatTime } = useConsole()
  return (
    <Table
      label={consoleActivityText('title')}
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        { label: consoleActivityText('name'), render: ({ title }) => <bdi>{title}</bdi> },
        { label: consoleActivityText('kind'), render: ({ kind }) => consoleActivityText(`kind.${kind}`) },
        {
          label: consoleActivityText('state'),
          render: (row) => consoleActivityText(`state.${stateOf(row, Date.now())}`),
        },
        {
          label: consoleActivityText('window'),
          render: ({ start, end }) => `${formatTime(start)} – ${formatTime(end)}`,
        },
        { label: consoleActivityText('budget'), render: ({ budget, currency }) => rewardText(budget, currency) },
        {
          label: consoleActivityText('used'),
          render: ({ claimed, reserved, currency }) =>
            `${rewardText(claimed, currency)} / ${rewardText(reserved, currency)}`,
        },
        { label: consoleActivityText('members'), render: ({ members }) => formatCount(members), isNumber: true },
        {
          label: consoleActivityText('actions'),
          render: (row) => (
            <span className={styles.actions}>
              {row.status === 'draft' && can('activity.save') && (
                <Button size="small" onClick={() => onOpen({ what: 'edit', row })}>
                  {consoleActivityText('edit')}
                </Button>
              )}
              {row.status === 'draft' && can('activity.start') && (
                <Button size="small" kind="primary" onClick={() => onOpen({ what: 'start', row })}>
                  {consoleActivityText('start')}
                </Button>
              )}
              {row.status === 'running' && can('activity.stop') && (
                <Button size="small" onClick={() => onOpen({ what: 'stop', row })}>
                  {consoleActivityText('stop')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

function stateOf({ status, start, end }: ActivityRow, now: number) {
  if (status !== 'running') return status
  if (now < start) return 'soon'
  return now < end ? 'running' : 'ended'
}

/** A draft as it is typed. */
interface Typed {
  readonly kind: ActivityName
  readonly title: string
  readonly summary: string
  readonly currency: RewardCurrency
  readonly start: string
  readonly end: string
  readonly budget: string
  readonly rule: TypedRule
}

const KINDS = Object.values(DEFINITIONS).map(({ name }) => ({
  value: name,
  label: consoleActivityText(`kind.${name}`),
}))
const PAID_IN = ['COIN', 'CNY', 'USDT', 'POINT'] as const

const decimalsOf = (currency: RewardCurrency): number => (currency === 'POINT' ? 0 : CURRENCIES[currency].decimals)
const currencyText = (currency: RewardCurrency): string =>
  currency === 'POINT' ? consoleActivityText('points') : CURRENCIES[currency].chName

/** The currencies that a kind can pay, the one of its example first. */
function currenciesOf(kind: ActivityName): readonly RewardCurrency[] {
  return definitionOf(kind).currencies ?? PAID_IN
}

/** A kind with its example, in a currency that it can pay. */
function exampleOf(kind: ActivityName, currency: RewardCurrency): Pick<Typed, 'kind' | 'currency' | 'rule'> {
  const { fields, example } = definitionOf(kind)
  const [first = 'COIN'] = currenciesOf(kind)
  return {
    kind,
    currency: currenciesOf(kind).includes(currency) ? currency : first,
    rule: typedRule(fields, { ...example }, decimalsOf(first)),
  }
}

function typedOf(row: ActivityRow | null): Typed {
  if (row === null) {
    const kind = KINDS[0]?.value ?? 'signIn'
    return { ...exampleOf(kind, 'COIN'), title: '', summary: '', start: '', end: '', budget: '' }
  }
  const { kind, title, summary, currency, start, end, budget, rule } = row
  const { fields } = definitionOf(kind)
  const decimals = decimalsOf(currency)
  return {
    kind,
    title,
    summary,
    currency,
    budget: exactText(budget, decimals),
    rule: typedRule(fields, rule, decimals),
    start: typedTime(start),
    end: typedTime(end),
  }
}

/** The values of the draft; a field that cannot be read has a value that is refused. */
function draftOf({ kind, title, summary, currency, start, end, budget, rule }: Typed) {
  const decimals = decimalsOf(currency)
  return {
    kind,
    title,
    summary,
    currency,
    start: timeOf(start) ?? Number.NaN,
    end: timeOf(end) ?? Number.NaN,
    budget: exactUnits(budget, decimals) ?? 0,
    rule: ruleOf(definitionOf(kind).fields, rule, decimals),
  }
}

interface DraftDialogProps extends DialogProps {
  /** Null: a new activity. */
  readonly row: ActivityRow | null
}

/** Creates or edits a draft. The form of the rule follows from the kind. */
function DraftDialog({ row, onChanged, onClose }: DraftDialogProps) {
  const [typed, setTyped] = useState(() => typedOf(row))
  const [openedAt] = useState(() => Date.now())
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const draft = draftOf(typed)
  const problem = draftProblem(draft, openedAt)
  const isTouched = typed.title !== '' && typed.end !== '' && typed.budget !== ''
  const shown = isTouched ? problem : null
  const errorOf = (field: string) => (shown?.field === field ? problemText(shown.reason) : null)
  const { fields } = definitionOf(typed.kind)
  return (
    <ActDialog
      title={row === null ? consoleActivityText('add') : `${consoleActivityText('edit')} ${row.title}`}
      submitLabel={consoleActivityText(row === null ? 'add' : 'edit')}
      hasReason
      isReady={problem === null}
      item={row}
      act={(reason, version) => consoleCall('activity.save', { ...draft, id: row?.id ?? null, version, reason })}
      onChanged={onChanged}
      onClose={onClose}
    >
      <MainFields typed={typed} errorOf={errorOf} onChange={set} />
      <RuleFields
        fields={fields}
        values={typed.rule}
        decimals={decimalsOf(typed.currency)}
        problem={shown}
        onChange={(rule) => set({ rule })}
      />
      {problem === null && <DryRun key={JSON.stringify(draft)} draft={draft} />}
      {typed.title !== '' && (
        <section className={styles.preview} aria-label={consoleActivityText('preview')}>
          <small>{consoleActivityText('preview')}</small>
          <b dir="auto">{typed.title}</b>
          <p dir="auto">{typed.summary}</p>
          <p>{rewardText(Math.max(0, draft.budget), typed.currency)}</p>
        </section>
      )}
    </ActDialog>
  )
}

interface MainFieldsProps {
  readonly typed: Typed
  readonly errorOf: (field: string) => string | null
  readonly onChange: (change: Partial<Typed>) => void
}

function MainFields({ typed, errorOf, onChange }: MainFieldsProps) {
  const { currency } = typed
  return (
    <>
      <SelectField
        label={consoleActivityText('kind')}
        value={typed.kind}
        options={KINDS}
        onValueChange={(kind) => onChange(exampleOf(kind, typed.currency))}
      />
      <Field
        label={consoleActivityText('name')}
        value={typed.title}
        maxLength={32}
        onValueChange={(title) => onChange({ title })}
      />
      <Field
        label={consoleActivityText('summary')}
        value={typed.summary}
        maxLength={80}
        error={errorOf('summary')}
        onValueChange={(summary) => onChange({ summary })}
      />
      <Field
        label={consoleActivityText('startAt')}
        type="datetime-local"
        value={typed.start}
        error={errorOf('start')}
        onValueChange={(start) => onChange({ start })}
      />
      <Field
        label={consoleActivityText('endAt')}
        type="datetime-local"
        value={typed.end}
        error={errorOf('end')}
        onValueChange={(end) => onChange({ end })}
      />
      <SelectField
        label={consoleActivityText('currency')}
        value={typed.currency}
        options={currenciesOf(typed.kind).map((value) => ({ value, label: currencyText(value) }))}
        error={errorOf('currency')}
        onValueChange={(currency) => onChange({ currency })}
      />
      <NumberField
        label={consoleActivityText('budget')}
        hint={consoleActivityText('units', { currency: currencyText(currency), decimals: decimalsOf(currency) })}
        inputMode="decimal"
        value={typed.budget}
        maxLength={15}
        error={errorOf('budget')}
        onValueChange={(budget) => onChange({ budget })}
      />
    </>
  )
}

/** What the draft would have paid to the members of yesterday. Another draft has no result yet: the caller sets a key. */
function DryRun({ draft }: { readonly draft: ReturnType<typeof draftOf> }) {
  const [state, setState] = useState<'idle' | 'busy' | Failure | ConsoleDataOf<'activity.dryRun'>>('idle')
  const run = async () => {
    setState('busy')
    const result = await consoleCall('activity.dryRun', draft)
    setState(result.ok ? result.data : result)
  }
  return (
    <div className={styles.dryRun}>
      <Button size="small" isLoading={state === 'busy'} onClick={() => void run()}>
        {consoleActivityText('dryRun')}
      </Button>
      {typeof state === 'object' && 'members' in state && (
        <output>
          {consoleActivityText('dryRunResult', {
            members: state.members,
            eligible: state.eligible,
            cost: rewardText(state.cost, draft.currency),
          })}
        </output>
      )}
      {typeof state === 'object' && 'code' in state && <FormFailure failure={state} />}
    </div>
  )
}
