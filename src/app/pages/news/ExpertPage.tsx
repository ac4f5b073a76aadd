import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { ExpertView } from '#features/news/tips/ExpertView.tsx'
import { NotFound } from '#features/news/NotFound.tsx'
import { isNotFound } from '#features/news/is-not-found.ts'
import { TIPS_PATH } from '#features/news/news-path.ts'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { plainText } from '#lib/plain-text.ts'
import { ReadError } from '#features/news/PageStates.tsx'
import { TipsClosed } from '#features/news/TipsClosed.tsx'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { serverNow } from '#transport/client.ts'
import { BackLink } from '#ui/BackLink.tsx'
import { Page } from '#ui/Page.tsx'
import { useNow } from '#ui/use-now.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const CLOCK_MS = 60_000

/** `/app/expert/:id` (S1.24): an expert with success rate and record. */
export function ExpertPage() {
  const { id = '' } = useParams()
  const { tips: isOpen } = useAtomValue(entrancesAtom)
  const query = useServerData('tips.expert', isOpen ? { id } : null)
  const now = useNow(serverNow, CLOCK_MS)
  const expert = query.data?.id === id ? query.data : null
  const isMissing = isNotFound(query.failure)
  useDocumentTitle(expert ? plainText(expert.name) : newsText('tips.experts'))
  if (!isOpen) return <TipsClosed />
  return (
    <Page side={<NewsSide />}>
      <BackLink to={TIPS_PATH}>{newsText('tip.back')}</BackLink>
      {expert && <ExpertView expert={expert} now={now} />}
      {!expert && isMissing && (
        <NotFound
          title={newsText('expert.goneTitle')}
          text={newsText('expert.goneText')}
          to={TIPS_PATH}
          action={newsText('tip.back')}
        />
      )}
      {!expert && !isMissing && (
        <ReadError query={query} text={newsText('tips.errorText')} skeleton={<RowsSkeleton />} />
      )}
    </Page>
  )
}
