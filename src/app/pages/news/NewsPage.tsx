import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { CATEGORIES, newsPagesAtom } from '#features/news/news-model.ts'
import { NewsList } from '#features/news/articles/NewsList.tsx'
import { NewsNav } from '#features/news/NewsNav.tsx'
import { NewsBanner } from '#features/news/articles/NewsBanner.tsx'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { usePages } from '#features/news/use-pages.ts'
import { useServerNow } from '#state/data/clock.ts'
import { call } from '#transport/client.ts'
import { Page } from '#ui/page/Page.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

/** `/app/news` (S1.23): news of a category (`?category=`), with table and experts beside it. */
export function NewsPage() {
  const [search, setSearch] = useSearchParams()
  const category = CATEGORIES.find((each) => each === search.get('category')) ?? 'all'
  const load = useCallback((pageNum: number) => call('news.list', { category, pageNum }), [category])
  const pages = usePages(newsPagesAtom, category, load, 'news.list')
  const now = useServerNow()
  useDocumentTitle(newsText('nav.news'))
  return (
    <Page isStacked side={<NewsSide />}>
      <h1 className="visually-hidden">{newsText('nav.news')}</h1>
      <NewsNav />
      <NewsBanner />
      <NewsList
        category={category}
        onCategoryChange={(next) => setSearch(next === 'all' ? {} : { category: next }, { replace: true })}
        pages={pages}
        now={now}
      />
    </Page>
  )
}
