import { useParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { ArticleView } from '#features/news/articles/Article.tsx'
import { isNotFound } from '#lib/failures.ts'
import { NEWS_PATH } from '#features/news/news-path.ts'
import { ArticleSkeleton } from '#features/news/NewsSkeleton.tsx'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { plainText } from '#lib/plain-text.ts'
import { useServerNow } from '#state/data/clock.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ItemFrame } from '../ItemFrame.tsx'

/** `/app/news/:id` (S1.23): one article. */
export function ArticlePage() {
  const { id = '' } = useParams()
  const query = useServerData('news.detail', { id })
  const now = useServerNow()
  const article = query.data?.id === id ? query.data : null
  const isMissing = isNotFound(query.failure)
  useDocumentTitle(
    article ? plainText(article.title) : isMissing ? newsText('article.goneTitle') : newsText('nav.news'),
  )
  return (
    <ItemFrame
      query={{ ...query, data: article }}
      back={{ to: NEWS_PATH, label: newsText('article.back') }}
      missing={{ title: newsText('article.goneTitle'), text: newsText('article.goneText') }}
      failed={newsText('article.errorText')}
      skeleton={<ArticleSkeleton />}
      side={<NewsSide leagueId={article ? article.match?.leagueId : isMissing ? undefined : null} />}
    >
      {(known) => <ArticleView key={known.id} article={known} now={now} />}
    </ItemFrame>
  )
}
