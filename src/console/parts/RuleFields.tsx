import type { RuleField, RuleProblem } from '#protocol/activities/definition.ts'
import { problemText } from '#protocol/activities/definitions.ts'
import { consoleActivityMessages, consoleActivityText } from '#messages/zh/console/activities.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import styles from './RuleFields.module.css'

/** Values of a rule as they are typed: texts, and rows of texts. */
export type TypedRule = Readonly<Record<string, TypedValue>>
type TypedValue = string | readonly TypedRule[]

interface RuleFieldsProps {
  readonly fields: readonly RuleField[]
  readonly values: TypedRule
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
export function RuleFields({ fields, values, problem, path = 'rule.', onChange }: RuleFieldsProps) {
  return fields.map((field) => {
    const at = path + field.name
    const set = (value: TypedValue) => onChange({ ...values, [field.name]: value })
    if (field.type === 'rows')
      return <Rows key={at} field={field} values={values} problem={problem} path={at} onChange={set} />
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
            hint={consoleActivityText('between', { min: field.min, max: field.max })}
            maxLength={NUMBER_LENGTH}
            onValueChange={set}
          />
        )
    }
  })
}

interface RowsProps {
  readonly field: Extract<RuleField, { readonly type: 'rows' }>
  readonly values: TypedRule
  readonly problem: RuleProblem | null
  readonly path: string
  readonly onChange: (rows: readonly TypedRule[]) => void
}

/** Rows with the same columns, such as prizes. */
function Rows({ field, values, problem, path, onChange }: RowsProps) {
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

/** The typed texts of a rule. */
export function typedRule(fields: readonly RuleField[], rule: Readonly<Record<string, unknown>>): TypedRule {
  return Object.fromEntries(fields.map((field) => [field.name, typedValue(field, rule[field.name])]))
}

function typedValue(field: RuleField, value: unknown): TypedValue {
  if (field.type === 'rows') {
    return Array.isArray(value)
      ? value.map((row: Readonly<Record<string, unknown>>) => typedRule(field.columns, row))
      : []
  }
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const SEPARATORS = /[,，、\s]+/

/** The rule of typed texts. What is no number becomes null, which its definition refuses. */
export function ruleOf(fields: readonly RuleField[], typed: TypedRule): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, typed[field.name])]))
}

function valueOf(field: RuleField, typed: TypedValue | undefined): unknown {
  if (field.type === 'rows') {
    return Array.isArray(typed) ? typed.map((row: TypedRule) => ruleOf(field.columns, row)) : []
  }
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (field.type === 'text' || field.type === 'choice') return text
  if (field.type === 'times') return text.split(SEPARATORS).filter((time) => time !== '')
  return field.type === 'amounts' ? text.split(SEPARATORS).map(numberOf) : numberOf(text)
}

/** Null for a text that is no integer. */
export function numberOf(text: string): number | null {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null
}
