import { Check, X } from 'lucide-react'
import { useState } from 'react'
import {
  cycleOfQuestion,
  QUIZ_OPTIONS,
  questionOfCycle,
  type QuizOption,
  type ShownQuestion,
} from '#protocol/activities/euro-quiz.ts'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import { classNames } from '#lib/class-names.ts'
import { rewardText } from '#lib/reward-text.ts'
import { activityText } from '#messages/zh/activity.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { type ActivityData, type ActivityPicture, type PictureProps, stepOf } from '../activity-parts.ts'
import styles from './Quiz.module.css'

interface QuizData {
  readonly isRight: boolean
  readonly answer: QuizOption
  readonly explanation: string
  readonly input: { readonly option: QuizOption }
}

const ruleOf = ({ rule }: ActivityData) =>
  rule as unknown as { readonly amount: number; readonly questions: readonly ShownQuestion[] }

function answerOf(step: ActivityStep | undefined): QuizData | null {
  return step && 'answer' in step.data ? (step.data as unknown as QuizData) : null
}

/** S7.98: one question at a time. The server sends the answer with the grade. */
function Picture({ activity, actions }: PictureProps) {
  const { questions, amount } = ruleOf(activity)
  const answers = questions.map((_, index) => answerOf(stepOf(activity, cycleOfQuestion(index))))
  const firstOpen = answers.indexOf(null)
  const [shown, setShown] = useState(Math.max(0, firstOpen))
  const right = answers.filter((answer) => answer?.isRight).length
  const question = questions[shown]
  if (!question) return null
  return (
    <Panel
      title={activityText('quiz.title', { n: shown + 1, all: questions.length })}
      aside={<span>{activityText('quiz.right', { right })}</span>}
    >
      <nav className={styles.steps} aria-label={activityText('quiz.questions')}>
        {answers.map((answer, index) => (
          <button
            // The position is the identity of a question.
            key={cycleOfQuestion(index)}
            type="button"
            className={classNames(styles.step, answer && (answer.isRight ? styles.right : styles.wrong))}
            aria-current={index === shown ? 'step' : undefined}
            aria-label={activityText(
              answer === null ? 'quiz.goTo' : answer.isRight ? 'quiz.goToRight' : 'quiz.goToWrong',
              { n: index + 1 },
            )}
            onClick={() => setShown(index)}
          >
            {answer === null ? index + 1 : answer.isRight ? <Check size={16} /> : <X size={16} />}
          </button>
        ))}
      </nav>
      <Question
        key={shown}
        question={question}
        index={shown}
        answer={answers[shown] ?? null}
        reward={rewardText(amount, activity.currency)}
        activity={activity}
        actions={actions}
      />
      {shown < questions.length - 1 && (
        <div className={styles.next}>
          <Button onClick={() => setShown(shown + 1)}>{activityText('quiz.next')}</Button>
        </div>
      )}
    </Panel>
  )
}

interface QuestionProps extends Pick<PictureProps, 'activity' | 'actions'> {
  readonly question: ShownQuestion
  readonly index: number
  readonly answer: QuizData | null
  readonly reward: string
}

function Question({ question, index, answer, reward, activity, actions }: QuestionProps) {
  const cycle = cycleOfQuestion(index)
  const step = stepOf(activity, cycle)
  const isOpen = step?.status === 'eligible' && activity.block === null
  return (
    <div className={styles.card}>
      <h3>{question.question}</h3>
      <ol className={styles.options}>
        {QUIZ_OPTIONS.map((option) => (
          <li key={option}>
            <button
              type="button"
              className={classNames(
                styles.option,
                answer?.answer === option && styles.right,
                answer?.input.option === option && !answer.isRight && styles.wrong,
              )}
              disabled={!isOpen || actions.busy !== null}
              onClick={() => step && void actions.take(step, { option })}
            >
              <b>{option.toUpperCase()}</b>
              <span>{question[option]}</span>
              {answer?.answer === option && <Check size={18} aria-label={activityText('quiz.isAnswer')} />}
              {answer?.input.option === option && !answer.isRight && (
                <X size={18} aria-label={activityText('quiz.isChosen')} />
              )}
            </button>
          </li>
        ))}
      </ol>
      <output className={styles.result}>
        {answer === null ? (
          isOpen ? (
            activityText('quiz.ready', { amount: reward })
          ) : (
            activityText('quiz.closed')
          )
        ) : (
          <>
            <b>{activityText(answer.isRight ? 'quiz.isRight' : 'quiz.isWrong', { amount: reward })}</b>
            {answer.explanation}
          </>
        )}
      </output>
      {step?.status === 'claimable' && (
        <Button
          kind="primary"
          isLoading={actions.busy === cycle}
          disabled={actions.busy !== null}
          onClick={() => void actions.take(step)}
        >
          {activityText('quiz.claim', { amount: reward })}
        </Button>
      )}
    </div>
  )
}

export const QUIZ_PICTURE: ActivityPicture = {
  Picture,
  rules(activity) {
    const { amount, questions } = ruleOf(activity)
    return [
      activityText('quiz.rule.amount', { all: questions.length, amount: rewardText(amount, activity.currency) }),
      activityText('quiz.rule.once'),
      activityText('quiz.rule.server'),
    ]
  },
  recordOf: (cycle, data) =>
    activityText(data['isRight'] === true ? 'quiz.recordRight' : 'quiz.recordWrong', { n: questionOfCycle(cycle) + 1 }),
}
