import { ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { RECORD_TYPES } from '#protocol/wallet/records.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { statusText } from '../order/order-texts.ts'
import { DateFilter } from './DateFilter.tsx'
import { orderKindOf, recordTypeText } from './record-text.ts'
import { isFiltered, NO_FILTER, type RecordsFilter } from './records-filter.ts'
import styles from './records.module.css'

interface RecordsFilterFormProps {
  readonly filter: RecordsFilter
  readonly onChange: (filter: RecordsFilter) => void
}

/** Type, status and dates. Every change applies at once. */
export function RecordsFilterForm({ filter, onChange }: RecordsFilterFormProps) {
  const { type, status } = filter
  const all = { value: '', label: walletText('records.filter.all') }
  const types = RECORD_TYPES.map((one) => ({ value: one as string, label: recordTypeText(one) }))
  const kind = orderKindOf(type ?? '')
  const statuses =
    kind === null
      ? []
      : Object.keys(ORDER_STATES[kind].states).map((code) => ({ value: code, label: statusText(kind, code) }))
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
      <DateFilter dates={filter} onDates={({ from, to }) => onChange({ ...filter, from, to })}>
        <Button size="small" kind="quiet" disabled={!isFiltered(filter)} onClick={() => onChange(NO_FILTER)}>
          {walletText('records.list.clear')}
        </Button>
      </DateFilter>
    </fieldset>
  )
}
