import { newsText } from '#messages/zh/news.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TabList, TabPanel, Tabs } from '#ui/Tabs.tsx'
import { CATEGORIES, type NewsCategory, type NewsItem } from '../news-model.ts'
import { LoadMore } from '../PagedList.tsx'
import styles from '../PagedList.module.css'
import { NewsLead, NewsRow } from '../NewsRow.tsx'
import { NewsListSkeleton } from '../NewsSkeleton.tsx'
import type { PagedList } from '../use-pages.ts'

export interface NewsListProps {
  readonly category: NewsCategory
  readonly onCategoryChange: (category: NewsCategory) => void
  readonly pages: PagedList<NewsItem>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.23: the articles of a category, the newest one large, the rest as a list that loads more pages on scroll. */
export function NewsList({ category, onCategoryChange, pages, now }: NewsListProps) {
  return (
    <Tabs className={styles.list} value={category} onValueChange={onCategoryChange}>
      <TabList
        label={newsText('list.categories')}
        items={CATEGORIES.map((value) => ({ value, label: newsText(`list.${value}`) }))}
        className={styles.tabs}
      />
      <TabPanel value={category}>
        <Panel isLead>
          <Body category={category} onCategoryChange={onCategoryChange} pages={pages} now={now} />
        </Panel>
      </TabPanel>
    </Tabs>
  )
}

function Body({ category, onCategoryChange, pages, now }: NewsListProps) {
  const { items, total, failure, isLoading, more } = pages
  const [lead, ...rest] = items
  if (lead) {
    return (
      <>
        <NewsLead item={lead} now={now} />
        <ul>
          {rest.map((item) => (
            <NewsRow key={item.id} item={item} now={now} />
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
        message={failure.message || newsText('list.errorText')}
        failure={failure}
        isRetrying={isLoading}
        onRetry={more}
      />
    )
  }
  if (total === null) return <NewsListSkeleton />
  const isAll = category === 'all'
  return (
    <EmptyState
      level={2}
      scene="news"
      title={newsText('list.emptyTitle', { category: isAll ? '' : newsText(`list.${category}`) })}
      text={newsText('list.emptyText')}
      action={!isAll && <Button onClick={() => onCategoryChange('all')}>{newsText('list.emptyAction')}</Button>}
    />
  )
}
