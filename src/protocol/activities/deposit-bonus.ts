import type { ActivityDefinition, RuleField } from './definition.ts'

/** S7.105, Annex J: a share of a completed deposit, with a turnover before the next withdrawal (decision 223). */
export interface DepositBonusRule {
  /** Percent of the deposit. */
  readonly share: number
  /** The highest bonus. */
  readonly limit: number
  /** The smallest deposit. */
  readonly least: number
  /** Turnover as a multiple of the counted deposit and its bonus. */
  readonly multiple: number
  /** Days after which the requirement ends, whatever is left of it. */
  readonly days: number
}

/** A further deposit, some times per member. */
export interface ContinueDepositRule extends DepositBonusRule {
  readonly bonuses: number
}

/** Minor units of CNY or USDT. */
const AMOUNT_MAX = 100_000_000_000

const FIELDS: readonly RuleField[] = [
  { name: 'share', type: 'count', min: 1, max: 100 },
  { name: 'limit', type: 'amount', min: 1, max: AMOUNT_MAX },
  { name: 'least', type: 'amount', min: 1, max: AMOUNT_MAX },
  { name: 'multiple', type: 'count', min: 1, max: 30 },
  { name: 'days', type: 'count', min: 1, max: 90 },
]

const EXAMPLE: DepositBonusRule = { share: 20, limit: 200_00, least: 100_00, multiple: 5, days: 30 }

const COMMON = {
  category: 'deposit',
  page: 'deposit',
  currencies: ['CNY', 'USDT'],
  contradiction: (rule: DepositBonusRule) =>
    depositBonus(rule, rule.least) === 0 ? ({ field: 'least', reason: 'noReward' } as const) : null,
  leastBudget: ({ limit }: DepositBonusRule) => limit,
} as const

export const FIRST_DEPOSIT: ActivityDefinition<DepositBonusRule> = {
  ...COMMON,
  name: 'firstDeposit',
  slug: 'first-deposit',
  fields: FIELDS,
  example: EXAMPLE,
}

export const CONTINUE_DEPOSIT: ActivityDefinition<ContinueDepositRule> = {
  ...COMMON,
  name: 'continueDeposit',
  slug: 'continue-deposit',
  fields: [...FIELDS, { name: 'bonuses', type: 'count', min: 1, max: 50 }],
  example: { ...EXAMPLE, share: 10, limit: 100_00, bonuses: 5 },
}

/** The part of a deposit that earns a bonus, and for which turnover is required. */
export function countedDeposit({ share, limit }: DepositBonusRule, deposit: number): number {
  return Math.min(deposit, Math.ceil((limit * 100) / share))
}

/** The bonus of a deposit, rounded down; 0 if it is too small. */
export function depositBonus(rule: DepositBonusRule, deposit: number): number {
  return deposit < rule.least ? 0 : Math.min(rule.limit, Math.floor((deposit * rule.share) / 100))
}

/** The turnover that a bonus requires. */
export function bonusTurnover(rule: DepositBonusRule, deposit: number): number {
  return (countedDeposit(rule, deposit) + depositBonus(rule, deposit)) * rule.multiple
}
