import type { ReactNode } from 'react'
import { playStop } from '#protocol/wallet/play-stop.ts'
import { responsibleText } from '#messages/zh/responsible.ts'
import { failureText } from '#lib/failure-text.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { StatementPanel } from '../records/StatementPanel.tsx'
import { BreakPanel } from './BreakPanel.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { ExcludePanel } from './ExcludePanel.tsx'
import { LimitsPanel } from './LimitsPanel.tsx'
import { SelfTest } from './SelfTest.tsx'
import { StopNote } from './StopNote.tsx'
import styles from './responsible.module.css'
import { useResponsible } from './use-responsible.ts'

interface ResponsibleToolsProps {
  /** Below the tools; not before they have loaded, so that it does not move. */
  readonly children: ReactNode
}

/** The tools of a member (Annex I): limits, reminder, statement, self-test, time-out and self-exclusion. */
export function ResponsibleTools({ children }: ResponsibleToolsProps) {
  const state = useResponsible()
  const { data, failure, isLoading, retry, take } = state
  if (data === null) {
    if (failure === null) {
      return (
        <Loading className={styles.loading}>
          <Skeleton shape="plate" height="560px" />
          <Skeleton shape="plate" height="168px" />
        </Loading>
      )
    }
    return (
      <>
        <Panel>
          <ErrorPanel
            title={responsibleText('page.failed')}
            message={failureText(failure, responsibleText('page.failedText'))}
            failure={failure}
            isRetrying={isLoading}
            onRetry={retry}
          />
        </Panel>
        {children}
      </>
    )
  }
  const stop = playStop(data, 'gift')
  return (
    <>
      {stop && <StopNote stop={stop} action="gift" />}
      <LimitsPanel state={state} />
      <CheckPanel minutes={data.realityCheckMinutes} take={take} />
      <StatementPanel />
      <BreakPanel take={take} />
      <ExcludePanel take={take} />
      <SelfTest />
      {children}
    </>
  )
}
