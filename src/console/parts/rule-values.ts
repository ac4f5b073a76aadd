import type { RuleField } from '#protocol/activities/definition.ts'
import { exactText, exactUnits } from '#protocol/rules/amount.ts'

/** Values of a rule as they are typed: texts, and rows of texts. */
export type TypedRule = Readonly<Record<string, TypedValue>>
export type TypedValue = string | readonly TypedRule[]

type Rule = Readonly<Record<string, unknown>>

/** The typed texts of a rule. `decimals` are those of the currency of its amounts. */
export function typedRule(fields: readonly RuleField[], rule: Rule, decimals: number): TypedRule {
  return Object.fromEntries(fields.map((field) => [field.name, typedValue(field, rule[field.name], decimals)]))
}

function typedValue(field: RuleField, value: unknown, decimals: number): TypedValue {
  const textOf = (item: unknown): string => {
    if (typeof item === 'number' && isAmount(field)) return exactText(item, decimals)
    return typeof item === 'string' || typeof item === 'number' ? String(item) : ''
  }
  if (!Array.isArray(value)) return field.type === 'rows' ? [] : textOf(value)
  return field.type === 'rows'
    ? value.map((row: Rule) => typedRule(field.columns, row, decimals))
    : value.map(textOf).join(', ')
}

const SEPARATORS = /[,，、\s]+/

/** The items of a typed list, which are separated by commas or spaces. */
export function typedItems(text: string): string[] {
  return text.split(SEPARATORS).filter((item) => item !== '')
}

/** The rule of typed texts. What is no number becomes null, which its definition refuses. */
export function ruleOf(fields: readonly RuleField[], typed: TypedRule, decimals: number): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, typed[field.name], decimals)]))
}

function valueOf(field: RuleField, typed: TypedValue | undefined, decimals: number): unknown {
  if (field.type === 'rows') {
    return Array.isArray(typed) ? typed.map((row: TypedRule) => ruleOf(field.columns, row, decimals)) : []
  }
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (field.type === 'text' || field.type === 'choice') return text
  if (field.type === 'times') return typedItems(text)
  const unitsOf = (one: string) => exactUnits(one, isAmount(field) ? decimals : 0)
  return field.type === 'amounts' ? text.split(SEPARATORS).map(unitsOf) : unitsOf(text)
}

function isAmount({ type }: RuleField): boolean {
  return type === 'amount' || type === 'amounts'
}
