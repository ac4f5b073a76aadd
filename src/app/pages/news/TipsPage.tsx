import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { newsText } from '#messages/zh/news.ts'
import { ExpertRows } from '#features/news/ExpertRows.tsx'
import { tipPagesAtom } from '#features/news/news-model.ts'
import { NewsNav } from '#features/news/NewsNav.tsx'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { TipsClosed } from '#features/news/TipsClosed.tsx'
import { TIP_STATES, TipsList } from '#features/news/tips/TipsList.tsx'
import { usePages } from '#features/news/use-pages.ts'
import { useServerNow } from '#state/data/clock.ts'
import { entrancesAtom } from '#state/site/entrances.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { call } from '#transport/client.ts'
import { Page } from '#ui/page/Page.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { Block } from '#ui/state/Block.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

const FIRST_PAGE = { pageNum: 1 } as const

/** `/app/tips` (S1.24): tips of experts; `?state=settled` shows finished ones. */
export function TipsPage() {
  const { tips: isOpen } = useAtomValue(entrancesAtom)
  useDocumentTitle(newsText('tips.experts'))
  return isOpen ? <OpenTips /> : <TipsClosed />
}

function OpenTips() {
  const [search, setSearch] = useSearchParams()
  const state = TIP_STATES.find((each) => each === search.get('state')) ?? 'open'
  const load = useCallback((pageNum: number) => call('tips.list', { pageNum, state }), [state])
  const pages = usePages(tipPagesAtom, state, load, 'tips.list')
  const now = useServerNow()
  return (
    <Page side={<Experts />}>
      <h1 className="visually-hidden">{newsText('tips.experts')}</h1>
      <NewsNav />
      <TipsList
        state={state}
        onStateChange={(next) => setSearch(next === 'open' ? {} : { state: next }, { replace: true })}
        pages={pages}
        now={now}
      />
    </Page>
  )
}

function Experts() {
  const query = useServerData('tips.list', FIRST_PAGE)
  return (
    <Panel title={newsText('tips.experts')}>
      <Block
        name={newsText('tips.experts')}
        query={query}
        failed={newsText('side.failed')}
        skeleton={<RowsSkeleton rows={5} />}
        isEmpty={({ experts }) => experts.length === 0}
      >
        {({ experts }) => <ExpertRows experts={experts} />}
      </Block>
    </Panel>
  )
}
