import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { sportsText } from '#messages/zh/sports.ts'
import type { MatchBoardProps } from '#features/match/MatchBoard.tsx'
import { RowsSkeleton } from '#features/news/NewsSkeleton.tsx'
import { useSlipPlace } from '#features/slip/SlipPlaces.tsx'
import { MarketGroups } from '#features/sport/MarketGroups.tsx'
import { MatchHead, type SportMatch } from '#features/sport/MatchHead.tsx'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { useRefresh } from '#ui/state/use-refresh.ts'
import { type MatchDetail, matchDetailAtom } from '#state/room/room-match.ts'
import { useMatchMarketsRooms } from '#state/sports/market-rooms.ts'
import { matchLists } from '#state/sports/markets.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { lazyPanel } from '#ui/state/lazy-part.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'

import { ItemFrame } from '../ItemFrame.tsx'
import styles from './SportMatchPage.module.css'

const REFRESH_MS = 15_000
const VIEWS = ['markets', 'animation', 'data'] as const
type View = (typeof VIEWS)[number]

const MatchBoard = lazyPanel<MatchBoardProps>(async () => (await import('#features/match/MatchBoard.tsx')).MatchBoard)
const RoomData = lazyPanel<MatchBoardProps>(async () => (await import('../../room/RoomData.tsx')).RoomData)

/** `/app/sports/match/:matchId`: all markets of a match, with its animation and statistics. */
export function SportMatchPage() {
  const { matchId = '' } = useParams()
  const slip = useSlipPlace()
  const query = useCachedData('sport.matchDetail', { matchId })
  const data = query.data?.match.matchId === matchId ? query.data : null
  useRefresh(query, REFRESH_MS)
  useMatchMarketsRooms(data === null ? [] : [matchId])
  useEffect(() => {
    if (data !== null) matchLists.take(matchId, data.markets)
  }, [data, matchId])
  useDocumentTitle(
    data === null
      ? sportsText('bets.page')
      : sportsText('bets.title', { home: data.match.home.name, away: data.match.away.name }),
  )
  return (
    <ItemFrame
      query={{ ...query, data }}
      back={{ to: '/app/sports', label: sportsText('bets.back') }}
      missing={{ title: sportsText('bets.goneTitle'), text: sportsText('bets.goneText') }}
      failed={sportsText('bets.failed')}
      skeleton={<RowsSkeleton rows={12} />}
      side={slip.side}
    >
      {({ match }) => (
        <>
          <MatchView key={matchId} match={match} />
          {slip.drawer}
        </>
      )}
    </ItemFrame>
  )
}

function MatchView({ match }: { readonly match: SportMatch }) {
  const { matchId, sport, eid, home, away } = match
  const [view, setView] = useState<View>('markets')
  return (
    <>
      <MatchHead match={match} />
      <Tabs value={view} onValueChange={setView} className={styles.views}>
        <TabList
          label={sportsText('bets.views')}
          items={VIEWS.map((value) => ({ value, label: sportsText(`bets.view.${value}`) }))}
        />
        <TabPanel value="markets">
          <MarketGroups matchId={matchId} sport={sport} home={home.name} away={away.name} />
        </TabPanel>
        <TabPanel value="animation">
          <RoomView eid={eid} View={MatchBoard} className={styles.animation} />
        </TabPanel>
        <TabPanel value="data">
          <RoomView eid={eid} View={RoomData} className={styles.data} />
        </TabPanel>
      </Tabs>
    </>
  )
}

interface RoomViewProps {
  readonly eid: string
  readonly View: typeof MatchBoard
  readonly className: string | undefined
}

/** A part of the room, which reads the match from the state of an open room. */
function RoomView({ eid, View, className }: RoomViewProps) {
  const query = useCachedData('live.detail', { eid })
  const detail = query.data?.match.eid === eid ? query.data : null
  const [known, setDetail] = useAtom(matchDetailAtom)
  useRefresh(query, REFRESH_MS)
  useEffect(() => {
    setDetail(detail)
    return () => setDetail(null)
  }, [detail, setDetail])
  return (
    <Panel className={className}>
      {detail !== null && known !== null ? (
        <View detail={detail satisfies MatchDetail} />
      ) : (
        <Loaded
          query={{ ...query, data: null }}
          level={2}
          failed={sportsText('bets.failed')}
          skeleton={
            <Loading>
              <Skeleton width="100%" height="12rem" />
            </Loading>
          }
        />
      )}
    </Panel>
  )
}
