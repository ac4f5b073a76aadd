import type { ActivityDefinition, ActivityName, RuleProblem } from './definition.ts'
import { fieldProblem } from './definition.ts'
import { NOVICE } from './novice.ts'
import { SIGN_IN } from './sign-in.ts'

/** The known kinds of activities, in the order of the page of promotions. One line each. */
export const DEFINITIONS: Partial<Readonly<Record<ActivityName, ActivityDefinition<never>>>> = {
  signIn: SIGN_IN,
  novice: NOVICE,
}

export function definitionOf(name: ActivityName): ActivityDefinition<never> {
  const definition = DEFINITIONS[name]
  if (!definition) throw new Error(`activities of the kind ${name} are unknown`)
  return definition
}

/** The kind of a page; null for an unknown one. */
export function definitionOfSlug(slug: string): ActivityDefinition<never> | null {
  return Object.values(DEFINITIONS).find((one) => one.slug === slug) ?? null
}

/** The path of the page of a kind; null without a page. */
export function activityPathOf(name: ActivityName, activityId?: string): string | null {
  const definition = DEFINITIONS[name]
  if (!definition) return null
  return `/app/activity/${definition.slug}${activityId === undefined ? '' : `?id=${encodeURIComponent(activityId)}`}`
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
