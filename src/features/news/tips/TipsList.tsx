import { newsText } from '#messages/zh/news.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { Tip } from '../news-model.ts'
import { PagedTabs } from '../PagedList.tsx'
import { RowsSkeleton } from '../NewsSkeleton.tsx'
import { TipRow } from './TipRow.tsx'
import type { PagedList } from '../use-pages.ts'

export const TIP_STATES = ['open', 'settled'] as const
type TipState = (typeof TIP_STATES)[number]

interface TipsListProps {
  readonly state: TipState
  readonly onStateChange: (state: TipState) => void
  readonly pages: PagedList<Tip>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.24: tips for coming matches and the results of past ones, right and wrong. */
export function TipsList({ state, onStateChange, pages, now }: TipsListProps) {
  return (
    <PagedTabs
      label={newsText('tips.states')}
      tabs={TIP_STATES.map((value) => ({ value, label: newsText(`tips.${value}`) }))}
      value={state}
      onValueChange={onStateChange}
      pages={pages}
      failed={newsText('tips.errorText')}
      skeleton={<RowsSkeleton />}
      empty={
        state === 'settled' ? (
          <EmptyState level={2} title={newsText('tips.emptySettledTitle')} text={newsText('tips.emptySettledText')} />
        ) : (
          <EmptyState
            level={2}
            title={newsText('tips.emptyOpenTitle')}
            text={newsText('tips.emptyOpenText')}
            action={<Button onClick={() => onStateChange('settled')}>{newsText('tips.emptyOpenAction')}</Button>}
          />
        )
      }
    >
      <ul>
        {pages.items.map((tip) => (
          <TipRow key={tip.id} tip={tip} now={now} />
        ))}
      </ul>
    </PagedTabs>
  )
}
