import { useAtomValue } from 'jotai'
import { useParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { ExpertView } from '#features/news/tips/ExpertView.tsx'
import { TIPS_PATH } from '#features/news/news-path.ts'
import { NewsSide } from '#features/news/NewsSide.tsx'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { plainText } from '#lib/plain-text.ts'
import { TipsClosed } from '#features/news/TipsClosed.tsx'
import { useServerNow } from '#state/data/clock.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import { ItemFrame } from '../ItemFrame.tsx'

/** `/app/expert/:id` (S1.24): an expert with success rate and record. */
export function ExpertPage() {
  const { id = '' } = useParams()
  const { tips: isOpen } = useAtomValue(entrancesAtom)
  const query = useServerData('tips.expert', isOpen ? { id } : null)
  const now = useServerNow()
  const expert = query.data?.id === id ? query.data : null
  useDocumentTitle(expert ? plainText(expert.name) : newsText('tips.experts'))
  if (!isOpen) return <TipsClosed />
  return (
    <ItemFrame
      query={{ ...query, data: expert }}
      back={{ to: TIPS_PATH, label: newsText('tip.back') }}
      missing={{ title: newsText('expert.goneTitle'), text: newsText('expert.goneText') }}
      failed={newsText('tips.errorText')}
      skeleton={<RowsSkeleton />}
      side={<NewsSide />}
    >
      {(known) => <ExpertView expert={known} now={now} />}
    </ItemFrame>
  )
}
