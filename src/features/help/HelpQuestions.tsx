import { ChevronDown } from 'lucide-react'
import type { HelpQuestion } from './help-questions.ts'
import styles from './HelpQuestions.module.css'

/** Questions and answers as native disclosures, which find-in-page opens. */
export function HelpQuestions({ questions }: { readonly questions: readonly HelpQuestion[] }) {
  return (
    <ul>
      {questions.map(({ question, answer }) => (
        <li key={question} className={styles.item}>
          <details>
            <summary className={styles.question}>
              {question}
              <ChevronDown className={styles.arrow} size={16} aria-hidden="true" />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}
