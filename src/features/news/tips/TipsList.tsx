import { newsText } from '#messages/zh/news.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TabList, TabPanel, Tabs } from '#ui/Tabs.tsx'
import type { Tip } from '../news-model.ts'
import { LoadMore } from '../PagedList.tsx'
import styles from '../PagedList.module.css'
import { RowsSkeleton } from '../NewsSkeleton.tsx'
import { TipRow } from './TipRow.tsx'
import type { PagedList } from '../use-pages.ts'

export const TIP_STATES = ['open', 'settled'] as const
export type TipState = (typeof TIP_STATES)[number]

export interface TipsListProps {
  readonly state: TipState
  readonly onStateChange: (state: TipState) => void
  readonly pages: PagedList<Tip>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.24: tips for coming matches and the results of past ones, right and wrong. */
export function TipsList({ state, onStateChange, pages, now }: TipsListProps) {
  return (
    <Tabs className={styles.list} value={state} onValueChange={onStateChange}>
      <TabList
        label={newsText('tips.states')}
        items={TIP_STATES.map((value) => ({ value, label: newsText(`tips.${value}`) }))}
        className={styles.tabs}
      />
      <TabPanel value={state}>
        <Panel isLead>
          <Body state={state} onStateChange={onStateChange} pages={pages} now={now} />
        </Panel>
      </TabPanel>
    </Tabs>
  )
}

function Body({ state, onStateChange, pages, now }: TipsListProps) {
  const { items, total, failure, isLoading, more } = pages
  if (items.length > 0) {
    return (
      <>
        <ul>
          {items.map((tip) => (
            <TipRow key={tip.id} tip={tip} now={now} />
          ))}
        </ul>
        <LoadMore pages={pages} />
      </>
    )
  }
  if (failure) {
    return (
      <ErrorPanel
        level={2}
        message={failure.message || newsText('tips.errorText')}
        failure={failure}
        isRetrying={isLoading}
        onRetry={more}
      />
    )
  }
  if (total === null) return <RowsSkeleton />
  if (state === 'settled') {
    return <EmptyState level={2} title={newsText('tips.emptySettledTitle')} text={newsText('tips.emptySettledText')} />
  }
  return (
    <EmptyState
      level={2}
      title={newsText('tips.emptyOpenTitle')}
      text={newsText('tips.emptyOpenText')}
      action={<Button onClick={() => onStateChange('settled')}>{newsText('tips.emptyOpenAction')}</Button>}
    />
  )
}
