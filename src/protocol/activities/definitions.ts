import type { RewardCurrency } from '../currency.ts'
import { BREAKOUT } from './breakout.ts'
import type { ActivityDefinition, ActivityName, RuleProblem, RuleReason } from './definition.ts'
import { fieldProblem } from './definition.ts'
import { EURO_QUIZ } from './euro-quiz.ts'
import { GUESS } from './guess.ts'
import { INVITE } from './invite.ts'
import { LOTTERY } from './lottery.ts'
import { CONTINUE_DEPOSIT, FIRST_DEPOSIT } from './deposit-bonus.ts'
import { MONTHLY_DIVIDEND, WEEKLY_DIVIDEND } from './dividend.ts'
import { NOVICE } from './novice.ts'
import { RED_RAIN } from './red-rain.ts'
import { SIGN_IN } from './sign-in.ts'
import { SPIN_WHEEL } from './spin-wheel.ts'
import { SPONSOR } from './sponsor.ts'

/** The known kinds of activities, in the order of the page of promotions. One line each. */
export const DEFINITIONS: Partial<Readonly<Record<ActivityName, ActivityDefinition<never>>>> = {
  signIn: SIGN_IN,
  novice: NOVICE,
  spinWheel: SPIN_WHEEL,
  redRain: RED_RAIN,
  lottery: LOTTERY,
  guess: GUESS,
  euroQuiz: EURO_QUIZ,
  breakout: BREAKOUT,
  invite: INVITE,
  sponsor: SPONSOR,
  weeklyDividend: WEEKLY_DIVIDEND,
  monthlyDividend: MONTHLY_DIVIDEND,
  firstDeposit: FIRST_DEPOSIT,
  continueDeposit: CONTINUE_DEPOSIT,
}

export function definitionOf(name: ActivityName): ActivityDefinition<never> {
  const definition = DEFINITIONS[name]
  if (!definition) throw new Error(`activities of the kind ${name} are unknown`)
  return definition
}

/** The kind of a page, or the first one of a page with several; null for an unknown one. */
export function definitionOfSlug(slug: string): ActivityDefinition<never> | null {
  return Object.values(DEFINITIONS).find((one) => one.slug === slug || one.page === slug) ?? null
}

/** The kind of an activity by its id, whose first part is the slug; null for an unknown one. */
export function definitionOfId(activityId: string): ActivityDefinition<never> | null {
  const slug = activityId.replace(/-[a-z0-9]+$/, '')
  return Object.values(DEFINITIONS).find((one) => one.slug === slug) ?? null
}

/** The kinds that share a page with a kind, in the order of their tabs; none for a kind with a page of its own. */
export function kindsOfPage({ page }: Pick<ActivityDefinition<never>, 'page'>): ActivityDefinition<never>[] {
  return page === undefined ? [] : Object.values(DEFINITIONS).filter((one) => one.page === page)
}

/** The path of the page of a kind; null without a page. */
export function activityPathOf(name: ActivityName, activityId?: string): string | null {
  const definition = DEFINITIONS[name]
  if (!definition) return null
  return `/app/activity/${definition.slug}${activityId === undefined ? '' : `?id=${encodeURIComponent(activityId)}`}`
}

/** An activity that members can find: it runs, or will. */
interface FoundActivity {
  readonly activityId: string
  readonly name: ActivityName
}

/** S1.17: false for a path of an activity that is not among the found ones. Invitations are no activity (S1.21). */
export function isRealEntrance(path: string, found: readonly FoundActivity[]): boolean {
  const [, area, segment] = /^\/app\/(promos|activity)\/([^/?#]+)/.exec(path) ?? []
  if (area === undefined || segment === 'invite') return true
  if (area === 'promos') return found.some(({ activityId }) => activityId === segment)
  const id = /[?&]id=([^&#]*)/.exec(path)?.[1]
  return found.some(({ activityId, name }) => {
    const { slug, page } = DEFINITIONS[name] ?? {}
    return (slug === segment || page === segment) && (id === undefined || id === activityId)
  })
}

/** What is wrong with a rule of a kind and its budget; null if it can be used. */
export function ruleProblem(name: ActivityName, rule: unknown, budget: number): RuleProblem | null {
  const definition = DEFINITIONS[name]
  if (!definition) return { field: 'kind', reason: 'unknown' }
  const problem = fieldProblem(definition.fields, rule)
  if (problem) return { ...problem, field: `rule.${problem.field}` }
  const contradiction = definition.contradiction(rule as never)
  if (contradiction) return { ...contradiction, field: `rule.${contradiction.field}` }
  return budget < definition.leastBudget(rule as never) ? { field: 'budget', reason: 'overBudget' } : null
}

interface DraftValues {
  readonly kind: ActivityName
  readonly title: string
  readonly summary: string
  readonly rule: unknown
  readonly currency: RewardCurrency
  /** Epoch milliseconds. */
  readonly start: number
  readonly end: number
  readonly budget: number
}

/** What is wrong with a draft, with the field; null if it can be stored. */
export function draftProblem(draft: DraftValues, now: number): RuleProblem | null {
  const { kind, title, summary, rule, currency, start, end, budget } = draft
  const definition = DEFINITIONS[kind]
  if (!definition) return { field: 'kind', reason: 'unknown' }
  if (title.trim() === '') return { field: 'title', reason: 'missing' }
  if (summary.trim() === '') return { field: 'summary', reason: 'missing' }
  if (definition.currencies?.includes(currency) === false) return { field: 'currency', reason: 'range' }
  if (!Number.isSafeInteger(start)) return { field: 'start', reason: 'missing' }
  if (!Number.isSafeInteger(end)) return { field: 'end', reason: 'missing' }
  if (end <= start) return { field: 'end', reason: 'window' }
  if (end <= now) return { field: 'end', reason: 'past' }
  if (!Number.isSafeInteger(budget) || budget <= 0) return { field: 'budget', reason: 'noBudget' }
  return ruleProblem(kind, rule, budget)
}

const PROBLEM_TEXTS: Readonly<Record<RuleReason, string>> = {
  missing: '请填写',
  range: '超出允许范围',
  items: '项数不对',
  unknown: '没有这一项',
  noReward: '至少要有一项奖励',
  overBudget: '预算少于至少要发的奖励',
  order: '与其他规则矛盾',
  window: '结束时间必须晚于开始时间',
  past: '结束时间已过',
  noBudget: '预算必须大于 0',
  noBlank: '需要一项不限量、奖励为 0 的奖品',
}

/** The Chinese text of a problem. */
export function problemText(reason: RuleReason): string {
  return PROBLEM_TEXTS[reason]
}
