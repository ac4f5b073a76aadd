import { type ReactNode, useState } from 'react'
import { commonText } from '#messages/zh/common.ts'
import { Question, type QuestionProps } from './Question.tsx'

/** What is asked about the values of a form. */
export type QuestionContent = Pick<QuestionProps, 'title' | 'text' | 'action'>

/**
 * Asks about the values of a form before they are saved for good, for `ask` of `useForm`: resolves with whether the member
 * confirms. The node must be rendered.
 */
export function useQuestion(): readonly [ask: (content: QuestionContent) => Promise<boolean>, question: ReactNode] {
  const [asked, setAsked] = useState<{ content: QuestionContent; answer: (isConfirmed: boolean) => void } | null>(null)
  // The content stays visible while the dialog closes.
  const [isOpen, setOpen] = useState(false)
  const ask = (content: QuestionContent) =>
    new Promise<boolean>((resolve) => {
      setAsked({ content, answer: resolve })
      setOpen(true)
    })
  const question = asked && (
    <Question
      {...asked.content}
      isOpen={isOpen}
      isRecommended
      dismissal={commonText('action.edit')}
      onClose={() => {
        setOpen(false)
        // Without effect after a confirmation.
        asked.answer(false)
      }}
      onConfirm={() => {
        asked.answer(true)
        return Promise.resolve(null)
      }}
    />
  )
  return [ask, question]
}
