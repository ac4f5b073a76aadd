import type { RewardCurrency } from '../currency.ts'

/** Names of Annex D.8. */
export const ACTIVITY_NAMES = [
  'invite',
  'novice',
  'signIn',
  'lottery',
  'spinWheel',
  'euroQuiz',
  'guess',
  'breakout',
  'redRain',
  'sponsor',
  'weeklyDividend',
  'monthlyDividend',
  'firstDeposit',
  'continueDeposit',
] as const
export type ActivityName = (typeof ACTIVITY_NAMES)[number]

/** Groups of the page of promotions. */
export const ACTIVITY_CATEGORIES = ['daily', 'novice', 'luck', 'match', 'dividend', 'deposit', 'friend'] as const
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[number]

/** Largest amount of one reward, in minor units. */
export const REWARD_MAX = 1_000_000

/** A value of a rule. Amounts are minor units of the activity's currency. Form and check are derived from it. */
export type RuleField =
  | { readonly name: string; readonly type: 'amount' | 'count'; readonly min: number; readonly max: number }
  | { readonly name: string; readonly type: 'text'; readonly max: number }
  | { readonly name: string; readonly type: 'choice'; readonly options: readonly string[] }
  | {
      readonly name: string
      readonly type: 'amounts'
      readonly items: readonly [min: number, max: number]
      readonly min: number
      readonly max: number
    }
  /** Times of the site day, `HH:MM`. */
  | { readonly name: string; readonly type: 'times'; readonly items: readonly [min: number, max: number] }
  | {
      readonly name: string
      readonly type: 'rows'
      readonly items: readonly [min: number, max: number]
      readonly columns: readonly RuleField[]
    }

/** Why a rule cannot be used, with the path of the field: `rewards.2`. */
export interface RuleProblem {
  readonly field: string
  readonly reason: RuleReason
}
/** `range`: outside its limits. `items`: too few or too many. `unknown`: no such field. The others are contradictions. */
export type RuleReason =
  | 'missing'
  | 'range'
  | 'items'
  | 'unknown'
  | 'noReward'
  | 'overBudget'
  | 'order'
  | 'window'
  | 'past'
  | 'noBudget'
  | 'noBlank'

/** What server, page and console must know of a kind of activity. One file per kind, one line in `definitions.ts`. */
export interface ActivityDefinition<Rule> {
  readonly name: ActivityName
  /** `/app/activity/<slug>`, and the first part of ids. At most 16 characters. */
  readonly slug: string
  readonly category: ActivityCategory
  /** `/app/activity/<page>` shows all kinds with this value as tabs. */
  readonly page?: string
  /** S6.10: `NO_GRADE` excludes. */
  readonly isGraded?: boolean
  /** Currencies that it can pay; all by default. */
  readonly currencies?: readonly RewardCurrency[]
  readonly fields: readonly RuleField[]
  /** Initial values of the form. */
  readonly example: object
  /** A contradiction between fields that are valid themselves. */
  contradiction(rule: Rule): RuleProblem | null
  /** The least that the budget must pay. */
  leastBudget(rule: Rule): number
  /** The rule without what members may not see; the whole rule by default. */
  shown?(rule: Rule): Readonly<Record<string, unknown>>
}

/** Checks the type and the limits of every field. */
export function fieldProblem(fields: readonly RuleField[], value: unknown, path = ''): RuleProblem | null {
  if (!isRecord(value)) return { field: path, reason: 'missing' }
  const extra = Object.keys(value).find((key) => !fields.some(({ name }) => name === key))
  if (extra !== undefined) return { field: path + extra, reason: 'unknown' }
  for (const field of fields) {
    const problem = valueProblem(field, value[field.name], path + field.name)
    if (problem) return problem
  }
  return null
}

function valueProblem(field: RuleField, value: unknown, path: string): RuleProblem | null {
  if (value === undefined || value === null) return { field: path, reason: 'missing' }
  switch (field.type) {
    case 'amount':
    case 'count':
      return isWithin(value, field) ? null : { field: path, reason: 'range' }
    case 'text':
      return isText(value, field.max) ? null : { field: path, reason: 'missing' }
    case 'choice':
      return typeof value === 'string' && field.options.includes(value) ? null : { field: path, reason: 'range' }
    case 'amounts':
    case 'times':
    case 'rows':
      return listProblem(field, value, path)
  }
}

function listProblem(
  field: Extract<RuleField, { readonly type: 'amounts' | 'times' | 'rows' }>,
  value: unknown,
  path: string,
): RuleProblem | null {
  const [least, most] = field.items
  if (!Array.isArray(value) || value.length < least || value.length > most) return { field: path, reason: 'items' }
  for (const [index, item] of value.entries()) {
    const place = `${path}.${index}`
    const problem =
      field.type === 'rows'
        ? fieldProblem(field.columns, item, `${place}.`)
        : (field.type === 'times' ? isTimeOfDay(item) : isWithin(item, field))
          ? null
          : { field: place, reason: 'range' as const }
    if (problem) return problem
  }
  return null
}

function isTimeOfDay(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max
}

function isWithin(value: unknown, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
