import { newsText } from '#messages/zh/news.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { CATEGORIES, type NewsCategory, type NewsItem } from '../news-model.ts'
import { PagedTabs } from '../PagedList.tsx'
import { NewsLead, NewsRow } from '../NewsRow.tsx'
import { NewsListSkeleton } from '../NewsSkeleton.tsx'
import type { PagedList } from '../use-pages.ts'

interface NewsListProps {
  readonly category: NewsCategory
  readonly onCategoryChange: (category: NewsCategory) => void
  readonly pages: PagedList<NewsItem>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.23: the articles of a category, the newest one large, the rest as a list that loads more pages on scroll. */
export function NewsList({ category, onCategoryChange, pages, now }: NewsListProps) {
  const [lead, ...rest] = pages.items
  const isAll = category === 'all'
  return (
    <PagedTabs
      label={newsText('list.categories')}
      tabs={CATEGORIES.map((value) => ({ value, label: newsText(`list.${value}`) }))}
      value={category}
      onValueChange={onCategoryChange}
      pages={pages}
      failed={newsText('list.errorText')}
      skeleton={<NewsListSkeleton />}
      empty={
        <EmptyState
          level={2}
          scene="news"
          title={newsText('list.emptyTitle', { category: isAll ? '' : newsText(`list.${category}`) })}
          text={newsText('list.emptyText')}
          action={!isAll && <Button onClick={() => onCategoryChange('all')}>{newsText('list.emptyAction')}</Button>}
        />
      }
    >
      {lead && <NewsLead item={lead} now={now} />}
      <ul>
        {rest.map((item) => (
          <NewsRow key={item.id} item={item} now={now} />
        ))}
      </ul>
    </PagedTabs>
  )
}
