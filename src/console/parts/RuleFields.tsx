import type { RuleField, RuleProblem } from '#protocol/activities/definition.ts'
import { problemText } from '#protocol/activities/definitions.ts'
import { exactText } from '#protocol/rules/amount.ts'
import { consoleActivityMessages, consoleActivityText } from '#messages/zh/console/activities.ts'
import { Button } from '#ui/button/Button.tsx'
import { SelectField } from '#ui/choice/SelectField.tsx'
import { Field } from '#ui/field/Field.tsx'
import { NumberField } from '#ui/field/NumberField.tsx'
import styles from './RuleFields.module.css'
import type { TypedRule, TypedValue } from './rule-values.ts'

interface RuleFieldsProps {
  readonly fields: readonly RuleField[]
  readonly values: TypedRule
  /** Decimals of the activity's currency. */
  readonly decimals: number
  /** The first problem of the draft, with the path of its field. */
  readonly problem: RuleProblem | null
  /** Path of these fields. */
  readonly path?: string
  readonly onChange: (values: TypedRule) => void
}

const NUMBER_LENGTH = 15
const TEXT_LENGTH = 200
const TIMES_LENGTH = 2_100

/** The form of a rule, generated from the fields of its definition. */
export function RuleFields({ fields, values, decimals, problem, path = 'rule.', onChange }: RuleFieldsProps) {
  return fields.map((field) => {
    const at = path + field.name
    const set = (value: TypedValue) => onChange({ ...values, [field.name]: value })
    if (field.type === 'rows')
      return <Rows key={at} {...{ field, values, decimals, problem }} path={at} onChange={set} />
    const value = values[field.name]
    const common = {
      label: ruleFieldText(field.name),
      value: typeof value === 'string' ? value : '',
      error: errorOf(problem, at),
    }
    switch (field.type) {
      case 'choice':
        return <SelectField key={at} {...common} options={choicesOf(field.options)} onValueChange={set} />
      case 'text':
        return <Field key={at} {...common} maxLength={field.max} onValueChange={set} />
      case 'amounts':
        return (
          <Field key={at} {...common} hint={consoleActivityText('list')} maxLength={TEXT_LENGTH} onValueChange={set} />
        )
      case 'times':
        return (
          <Field
            key={at}
            {...common}
            hint={consoleActivityText('times')}
            maxLength={TIMES_LENGTH}
            onValueChange={set}
          />
        )
      default:
        return (
          <NumberField
            key={at}
            {...common}
            {...(field.type === 'amount' && { inputMode: 'decimal' as const })}
            hint={betweenText(field, field.type === 'amount' ? decimals : 0)}
            maxLength={NUMBER_LENGTH}
            onValueChange={set}
          />
        )
    }
  })
}

function betweenText({ min, max }: { readonly min: number; readonly max: number }, decimals: number): string {
  return consoleActivityText('between', { min: exactText(min, decimals), max: exactText(max, decimals) })
}

interface RowsProps {
  readonly decimals: number
  readonly field: Extract<RuleField, { readonly type: 'rows' }>
  readonly values: TypedRule
  readonly problem: RuleProblem | null
  readonly path: string
  readonly onChange: (rows: readonly TypedRule[]) => void
}

/** Rows with the same columns, such as prizes. */
function Rows({ field, values, decimals, problem, path, onChange }: RowsProps) {
  const value = values[field.name]
  const rows = Array.isArray(value) ? (value as readonly TypedRule[]) : []
  const [least, most] = field.items
  return (
    <fieldset className={styles.rows}>
      <legend>{ruleFieldText(field.name)}</legend>
      {errorOf(problem, path) !== null && <p role="alert">{errorOf(problem, path)}</p>}
      {rows.map((row, index) => (
        // Rows have no identity besides their position.
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <fieldset key={index} className={styles.row}>
          <legend>{consoleActivityText('row', { n: index + 1 })}</legend>
          <RuleFields
            fields={field.columns}
            values={row}
            decimals={decimals}
            problem={problem}
            path={`${path}.${index}.`}
            onChange={(changed) => onChange(rows.with(index, changed))}
          />
          <Button
            size="small"
            disabled={rows.length <= least}
            onClick={() => onChange(rows.filter((_, other) => other !== index))}
          >
            {consoleActivityText('removeRow', { n: index + 1 })}
          </Button>
        </fieldset>
      ))}
      <Button size="small" disabled={rows.length >= most} onClick={() => onChange([...rows, {}])}>
        {consoleActivityText('addRow')}
      </Button>
    </fieldset>
  )
}

const choicesOf = (options: readonly string[]) => options.map((value) => ({ value, label: ruleChoiceText(value) }))

/** The label of a field of a rule; its name without a message. */
function ruleFieldText(name: string): string {
  const key = `field.${name}`
  return isKey(key) ? consoleActivityText(key) : name
}

/** The label of a choice in a rule; its value without a message. */
function ruleChoiceText(value: string): string {
  const key = `choice.${value}`
  return isKey(key) ? consoleActivityText(key) : value
}

function isKey(
  key: string,
): key is Extract<keyof typeof consoleActivityMessages, `field.${string}` | `choice.${string}`> {
  return Object.hasOwn(consoleActivityMessages, key)
}

/** A problem of a list is shown at the list. */
function errorOf(problem: RuleProblem | null, path: string): string | null {
  const isHere = problem !== null && (problem.field === path || new RegExp(`^${path}\\.\\d+$`).test(problem.field))
  return isHere ? problemText(problem.reason) : null
}
