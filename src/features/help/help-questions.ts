import type { DataOf } from '#protocol/endpoints/table.ts'
import { accessText } from '#messages/zh/access.ts'

export type HelpQuestion = DataOf<'site.customerService'>['questions'][number]
export type HelpChannel = DataOf<'site.customerService'>['channels'][number]

/** Answers that do not depend on the server, shown if it cannot be reached (S2.12). */
export const BUILT_IN_QUESTIONS: readonly HelpQuestion[] = (
  ['session', 'money', 'video', 'mute', 'verify'] as const
).map((key) => ({ question: accessText(`help.q.${key}`), answer: accessText(`help.a.${key}`) }))
