import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import { ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { RECORD_TYPES } from '#protocol/wallet/records.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { statusText } from '../order/order-texts.ts'
import { orderKindOf, recordTypeText } from './record-text.ts'
import { dateProblems, isFiltered, NO_FILTER, type RecordsFilter } from './records-filter.ts'
import styles from './records.module.css'

/** Days of the quick choices, today included. */
const QUICK = [
  { key: 'records.filter.today', days: 1 },
  { key: 'records.filter.week', days: 7 },
  { key: 'records.filter.month', days: 30 },
] as const

interface RecordsFilterFormProps {
  readonly filter: RecordsFilter
  readonly onChange: (filter: RecordsFilter) => void
}

/** Type, status and dates. Every change applies at once. */
export function RecordsFilterForm({ filter, onChange }: RecordsFilterFormProps) {
  const { type, status, from, to } = filter
  const problems = dateProblems(filter)
  const all = { value: '', label: walletText('records.filter.all') }
  const types = RECORD_TYPES.map((one) => ({ value: one as string, label: recordTypeText(one) }))
  const kind = orderKindOf(type ?? '')
  const statuses =
    kind === null
      ? []
      : Object.keys(ORDER_STATES[kind].states).map((code) => ({ value: code, label: statusText(kind, code) }))
  const today = siteDateOf(serverNow())
  return (
    <fieldset className={styles.filters} aria-label={walletText('records.list.filters')}>
      <SelectField
        label={walletText('records.filter.type')}
        value={type ?? ''}
        options={[all, ...types]}
        onValueChange={(value) => {
          onChange({ ...filter, type: RECORD_TYPES.find((one) => one === value) ?? null, status: null })
        }}
      />
      <SelectField
        label={walletText('records.filter.status')}
        value={status ?? ''}
        options={
          kind === null
            ? [{ value: '', label: walletText(type === null ? 'records.filter.statusFirst' : 'records.list.booked') }]
            : [all, ...statuses]
        }
        disabled={kind === null}
        onValueChange={(value) => onChange({ ...filter, status: value === '' ? null : value })}
      />
      <Field
        label={walletText('records.filter.from')}
        type="date"
        max={today}
        value={from}
        error={problems.from}
        onValueChange={(value) => onChange({ ...filter, from: value })}
      />
      <Field
        label={walletText('records.filter.to')}
        type="date"
        max={today}
        value={to}
        error={problems.to}
        onValueChange={(value) => onChange({ ...filter, to: value })}
      />
      <QuickDates filter={filter} onChange={onChange} />
    </fieldset>
  )
}

function QuickDates({ filter, onChange }: RecordsFilterFormProps) {
  const { from, to } = filter
  const today = siteDateOf(serverNow())
  const firstOf = (days: number): string => siteDateOf(serverNow() - (days - 1) * DAY_MS)
  return (
    <fieldset className={styles.quick} aria-label={walletText('records.filter.quick')}>
      {QUICK.map(({ key, days }) => (
        <Button
          key={key}
          size="small"
          aria-pressed={from === firstOf(days) && to === today}
          onClick={() => onChange({ ...filter, from: firstOf(days), to: today })}
        >
          {walletText(key)}
        </Button>
      ))}
      <Button size="small" kind="quiet" disabled={!isFiltered(filter)} onClick={() => onChange(NO_FILTER)}>
        {walletText('records.list.clear')}
      </Button>
    </fieldset>
  )
}
