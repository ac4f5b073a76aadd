import { useState } from 'react'
import { responsibleText } from '#messages/zh/responsible.ts'
import { Button } from '#ui/button/Button.tsx'
import { Choices } from '#ui/choice/Choices.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './responsible.module.css'

const QUESTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** Their positions are their points. */
const OPTIONS = ['never', 'sometimes', 'often', 'always'] as const

/** Lowest sums of the groups 1 to 3 of the Problem Gambling Severity Index. */
const GROUPS = [1, 3, 8] as const

/** Group of the sum of the answers: 0 no risk, 1 low, 2 moderate, 3 high. */
function riskGroup(sum: number): 0 | 1 | 2 | 3 {
  return GROUPS.filter((least) => sum >= least).length as 0 | 1 | 2 | 3
}

type Answers = readonly (number | null)[]
const NO_ANSWERS: Answers = QUESTIONS.map(() => null)

/** Nine questions, evaluated in this page only. */
export function SelfTest() {
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [isShown, setShown] = useState(false)
  if (answers === null) {
    return (
      <Panel title={responsibleText('test.title')}>
        <div className={styles.body}>
          <p className={styles.text}>{responsibleText('test.lead')}</p>
          <Button onClick={() => setAnswers(NO_ANSWERS)}>{responsibleText('test.start')}</Button>
        </div>
      </Panel>
    )
  }
  const choices = OPTIONS.map((key, points) => ({
    value: points as number | null,
    label: responsibleText(`test.${key}`),
  }))
  const count = answers.filter((answer) => answer !== null).length
  const group = riskGroup(answers.reduce<number>((sum, answer) => sum + (answer ?? 0), 0))
  return (
    <Panel title={responsibleText('test.title')} aside={responsibleText('test.progress', { count })}>
      <div className={styles.body}>
        {!isShown &&
          QUESTIONS.map((question, index) => (
            <Choices
              key={question}
              label={`${question}. ${responsibleText(`test.q${question}`)}`}
              value={answers[index] ?? null}
              choices={choices}
              onChange={(answer) => setAnswers(answers.map((old, at) => (at === index ? answer : old)))}
            />
          ))}
        <output className={styles.result} data-group={isShown ? group : undefined}>
          {isShown && (
            <>
              <b>{responsibleText(`test.${group}`)}</b>
              {responsibleText(`test.${group}.text`)}
            </>
          )}
        </output>
        {isShown ? (
          <Button
            onClick={() => {
              setShown(false)
              setAnswers(NO_ANSWERS)
            }}
          >
            {responsibleText('test.again')}
          </Button>
        ) : (
          <Button kind="outline" disabled={count < QUESTIONS.length} onClick={() => setShown(true)}>
            {responsibleText('test.show')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
