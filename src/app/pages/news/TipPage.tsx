import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { isNotFound } from '#lib/failures.ts'
import { TIPS_PATH } from '#features/news/news-path.ts'
import { ArticleSkeleton } from '#features/news/NewsSkeleton.tsx'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { plainText } from '#lib/plain-text.ts'
import { TipsClosed } from '#features/news/TipsClosed.tsx'
import { TipView } from '#features/news/tips/TipView.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ItemFrame } from '../ItemFrame.tsx'

/** `/app/tips/:id` (S1.24): one tip. */
export function TipPage() {
  const { id = '' } = useParams()
  const { tips: isOpen } = useAtomValue(entrancesAtom)
  const query = useServerData('tips.detail', isOpen ? { id } : null)
  const now = useServerNow()
  const tip = query.data?.id === id ? query.data : null
  const isMissing = isNotFound(query.failure)
  useDocumentTitle(tip ? plainText(tip.title) : newsText('tips.experts'))
  if (!isOpen) return <TipsClosed />
  return (
    <ItemFrame
      query={{ ...query, data: tip }}
      back={{ to: TIPS_PATH, label: newsText('tip.back') }}
      missing={{ title: newsText('tip.goneTitle'), text: newsText('tip.goneText') }}
      failed={newsText('tips.errorText')}
      skeleton={<ArticleSkeleton />}
      side={<NewsSide leagueId={tip ? tip.match?.leagueId : isMissing ? undefined : null} />}
    >
      {(known) => <TipView key={known.id} tip={known} now={now} />}
    </ItemFrame>
  )
}
