import type { ActivityDefinition } from './definition.ts'

export const QUIZ_OPTIONS = ['a', 'b', 'c'] as const
export type QuizOption = (typeof QUIZ_OPTIONS)[number]

/** A question as members see it before they have answered. */
export type ShownQuestion = Readonly<Record<'question' | QuizOption, string>>

interface QuizQuestion extends ShownQuestion {
  readonly answer: QuizOption
  /** Shown with the answer. */
  readonly explanation: string
}

/** S7.98: questions that are answered once, in any order. */
export interface QuizRule {
  /** For each right answer, in minor units. */
  readonly amount: number
  readonly questions: readonly QuizQuestion[]
}

export const EURO_QUIZ: ActivityDefinition<QuizRule> = {
  name: 'euroQuiz',
  slug: 'quiz',
  category: 'match',
  fields: [
    { name: 'amount', type: 'amount', min: 1, max: 1_000_000 },
    {
      name: 'questions',
      type: 'rows',
      items: [1, 10],
      columns: [
        { name: 'question', type: 'text', max: 60 },
        ...QUIZ_OPTIONS.map((name) => ({ name, type: 'text', max: 24 }) as const),
        { name: 'answer', type: 'choice', options: QUIZ_OPTIONS },
        { name: 'explanation', type: 'text', max: 100 },
      ],
    },
  ],
  // Pages contain the example, so no activity of the demo uses it.
  example: {
    amount: 10,
    questions: [
      {
        question: '足球比赛每队最多几人同时上场？',
        a: '10 人',
        b: '11 人',
        c: '12 人',
        answer: 'b',
        explanation: '竞赛规则第三章：每队不超过 11 人，其中一人是守门员。',
      },
    ],
  },
  contradiction: () => null,
  leastBudget: ({ amount, questions }) => amount * questions.length,
  /** Answers and explanations stay on the server until the member has answered. */
  shown: ({ amount, questions }) => ({
    amount,
    questions: questions.map(({ question, a, b, c }): ShownQuestion => ({ question, a, b, c })),
  }),
}

/** The cycle of the question at an index. */
export const cycleOfQuestion = (index: number): string => `q${index + 1}`

/** The index of a cycle; -1 for no question. */
export function questionOfCycle(cycle: string): number {
  return /^q\d{1,2}$/.test(cycle) ? Number(cycle.slice(1)) - 1 : -1
}
