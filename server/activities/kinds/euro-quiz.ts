import {
  cycleOfQuestion,
  EURO_QUIZ,
  QUIZ_OPTIONS,
  questionOfCycle,
  type QuizRule,
} from '#protocol/activities/euro-quiz.ts'
import { CODES } from '#protocol/codes.ts'
import type { ActivityKind } from '../kind.ts'

/** S7.98: one part per question. What was answered does not change. */
export const euroQuizKind: ActivityKind<QuizRule> = {
  definition: EURO_QUIZ,
  isAutomatic: false,

  eligible: ({ activity: { rule } }) =>
    Promise.resolve(
      rule.questions.map((_, index) => ({ cycle: cycleOfQuestion(index), isEligible: true, amount: rule.amount })),
    ),

  progress: () => Promise.resolve({}),

  async apply({ activity: { rule } }, { cycle, amount }, input) {
    const question = rule.questions[questionOfCycle(cycle)]
    const chosen = optionOf(input)
    if (!question || chosen === null) return CODES.PARAM_ERROR
    const { answer, explanation } = question
    const isRight = chosen === answer
    const data = { isRight, answer, explanation }
    return isRight ? { status: 'claimable', amount, data } : { status: 'rejected', amount: 0, data }
  },
}

function optionOf(input: unknown) {
  const { option } = (input ?? {}) as { readonly option?: unknown }
  return QUIZ_OPTIONS.find((one) => one === option) ?? null
}
