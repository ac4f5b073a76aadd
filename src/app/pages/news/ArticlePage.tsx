import { useParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { ArticleView } from '#features/news/articles/Article.tsx'
import { NotFound } from '#features/news/NotFound.tsx'
import { isNotFound } from '#features/news/is-not-found.ts'
import { NEWS_PATH } from '#features/news/news-path.ts'
import { ArticleSkeleton } from '#features/news/NewsSkeleton.tsx'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { plainText } from '#lib/plain-text.ts'
import { ReadError } from '#features/news/PageStates.tsx'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { BackLink } from '#ui/BackLink.tsx'
import { Page } from '#ui/Page.tsx'
import { useNow } from '#ui/use-now.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const CLOCK_MS = 60_000

/** `/app/news/:id` (S1.23): one article. */
export function ArticlePage() {
  const { id = '' } = useParams()
  const query = useServerData('news.detail', { id })
  const now = useNow(serverNow, CLOCK_MS)
  const article = query.data?.id === id ? query.data : null
  const isMissing = isNotFound(query.failure)
  useDocumentTitle(
    article ? plainText(article.title) : isMissing ? newsText('article.goneTitle') : newsText('nav.news'),
  )
  return (
    <Page side={<NewsSide leagueId={article ? article.match?.leagueId : isMissing ? undefined : null} />}>
      <BackLink to={NEWS_PATH}>{newsText('article.back')}</BackLink>
      {article && <ArticleView key={article.id} article={article} now={now} />}
      {!article && isMissing && (
        <NotFound
          title={newsText('article.goneTitle')}
          text={newsText('article.goneText')}
          to={NEWS_PATH}
          action={newsText('article.back')}
        />
      )}
      {!article && !isMissing && (
        <ReadError query={query} text={newsText('article.errorText')} skeleton={<ArticleSkeleton />} />
      )}
    </Page>
  )
}
