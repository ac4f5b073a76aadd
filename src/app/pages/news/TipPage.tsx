import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { NotFound } from '#features/news/NotFound.tsx'
import { isNotFound } from '#features/news/is-not-found.ts'
import { TIPS_PATH } from '#features/news/news-path.ts'
import { ArticleSkeleton } from '#features/news/NewsSkeleton.tsx'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { plainText } from '#lib/plain-text.ts'
import { ReadError } from '#features/news/PageStates.tsx'
import { TipsClosed } from '#features/news/TipsClosed.tsx'
import { TipView } from '#features/news/tips/TipView.tsx'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { BackLink } from '#ui/BackLink.tsx'
import { Page } from '#ui/Page.tsx'
import { useNow } from '#ui/use-now.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const CLOCK_MS = 60_000

/** `/app/tips/:id` (S1.24): one tip. */
export function TipPage() {
  const { id = '' } = useParams()
  const { tips: isOpen } = useAtomValue(entrancesAtom)
  const query = useServerData('tips.detail', isOpen ? { id } : null)
  const now = useNow(serverNow, CLOCK_MS)
  const tip = query.data?.id === id ? query.data : null
  const isMissing = isNotFound(query.failure)
  useDocumentTitle(tip ? plainText(tip.title) : newsText('tips.experts'))
  if (!isOpen) return <TipsClosed />
  return (
    <Page side={<NewsSide leagueId={tip ? tip.match?.leagueId : isMissing ? undefined : null} />}>
      <BackLink to={TIPS_PATH}>{newsText('tip.back')}</BackLink>
      {tip && <TipView key={tip.id} tip={tip} now={now} />}
      {!tip && isMissing && (
        <NotFound
          title={newsText('tip.goneTitle')}
          text={newsText('tip.goneText')}
          to={TIPS_PATH}
          action={newsText('tip.back')}
        />
      )}
      {!tip && !isMissing && (
        <ReadError query={query} text={newsText('tips.errorText')} skeleton={<ArticleSkeleton />} />
      )}
    </Page>
  )
}
