import type { ReactNode } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ServerData } from '#state/data/use-server-data.ts'
import { accessText } from '#messages/zh/access.ts'
import { commonText } from '#messages/zh/common.ts'
import { Button } from '#ui/button/Button.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { HelpChannels } from './HelpChannels.tsx'
import styles from './CustomerService.module.css'
import { BUILT_IN_QUESTIONS, type HelpChannel, type HelpQuestion } from './help-questions.ts'
import { ChevronDown } from 'lucide-react'

/** A channel that links to this page is not shown. */
const leadsElsewhere = ({ value }: HelpChannel) => value !== '/cs'

interface CustomerServiceProps {
  readonly service: Pick<ServerData<DataOf<'site.customerService'>>, 'data' | 'failure' | 'isLoading' | 'retry'>
  /** More content of the page. */
  readonly children?: ReactNode
}

/** Customer service: hours, channels, questions. Built-in texts replace what the server does not send. */
export function CustomerService({ service, children }: CustomerServiceProps) {
  const { data, failure, isLoading, retry } = service
  const questions = data?.questions.length ? data.questions : failure || data ? BUILT_IN_QUESTIONS : []
  return (
    <div className={styles.columns}>
      <Panel
        title={accessText('help.channels')}
        aside={data && data.hours !== '' && <span>{accessText('help.hours', { hours: data.hours })}</span>}
      >
        {data && <HelpChannels channels={data.channels.filter(leadsElsewhere)} />}
        {!data && failure && (
          <div className={styles.failed}>
            <p>{accessText('help.channelsFailed')}</p>
            <Button size="small" isLoading={isLoading} onClick={retry}>
              {commonText('action.retry')}
            </Button>
          </div>
        )}
        {!data && !failure && (
          <Loading className={styles.loading}>
            <Skeleton height="40px" />
            <Skeleton height="40px" />
          </Loading>
        )}
      </Panel>
      <Panel title={accessText('help.questions')}>
        <HelpQuestions questions={questions} />
      </Panel>
      {children}
    </div>
  )
}

/** Questions and answers as native disclosures, which find-in-page opens. */
function HelpQuestions({ questions }: { readonly questions: readonly HelpQuestion[] }) {
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
