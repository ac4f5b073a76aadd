import { Navigate, useParams } from 'react-router-dom'
import type { Venue } from '#protocol/endpoints/game.ts'
import { ALL_VENUES_HALL, ALL_VENUES_PATH, providerVenues, venuesOfHall } from '#protocol/rules/e-game-halls.ts'
import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { BonusPools } from '#features/egame/BonusPools.tsx'
import { GameHall } from '#features/egame/GameHall.tsx'
import { ProviderVenues } from '#features/egame/ProviderVenues.tsx'
import { egameText } from '#messages/zh/egame.ts'
import { useServerNow } from '#state/data/clock.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { MoreLink } from '#ui/button/MoreLink.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PageHead } from '#ui/page/PageHead.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loaded } from '#ui/state/Loaded.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
import styles from './hall.module.css'

const ALL_VENUES = { type: 'all' } as const

/** `/app/egame/:venue` (S2.13, S2.17 to S2.19): the hall of a venue of e-games, or of all. */
export function GameHallPage() {
  const { venue: hall = ALL_VENUES_HALL } = useParams()
  const venues = useCachedData('venue.list', ALL_VENUES)
  const list = venues.data?.list ?? []
  const shown = venuesOfHall(
    hall,
    list.filter(({ type, isDisplay }) => type === 'egame' && isDisplay === 1),
  )
  const isAll = hall.toLowerCase() === ALL_VENUES_HALL
  const name = (shown?.length === 1 && !isAll && shown[0]?.chName) || egameText('title')
  useDocumentTitle(name)
  if (venues.data !== null && shown === null) return <Navigate to={ALL_VENUES_PATH} replace />
  return (
    <Page side={<HallSide />}>
      <PageHead title={name} lead={egameText('lead')} />
      <Loaded query={venues} title={egameText('venuesFailed')} rows={3} height={120}>
        {() => <Hall venues={shown ?? []} others={isAll ? list : (shown ?? [])} />}
      </Loaded>
    </Page>
  )
}

interface HallProps {
  /** Venues of e-games of this hall. */
  readonly venues: readonly Venue[]
  /** Venues whose providers are shown. */
  readonly others: readonly Venue[]
}

function Hall({ venues, others }: HallProps) {
  const now = useServerNow()
  const hasGames = venues.some(({ enName }) => enName === E_GAMES_VENUE)
  const providers = providerVenues(others)
  if (!hasGames && providers.length === 0) {
    return (
      <Panel>
        <EmptyState scene="closed" level={2} title={egameText('closed')} text={egameText('closedText')} />
      </Panel>
    )
  }
  return (
    <>
      {hasGames && <GameHall venueEnName={E_GAMES_VENUE} />}
      <ProviderVenues venues={providers} now={now} />
    </>
  )
}

/** Pools, and what makes rounds fair. */
function HallSide() {
  return (
    <>
      <BonusPools />
      <Panel title={egameText('fair.title')} aside={<MoreLink to="/app/verify">{egameText('fair.verify')}</MoreLink>}>
        <div className={styles.fair}>
          <p>{egameText('fair.seed')}</p>
          <p>{egameText('fair.rtp')}</p>
          <p>{egameText('fair.pace')}</p>
          <MoreLink to="/app/responsible">{egameText('fair.limits')}</MoreLink>
        </div>
      </Panel>
    </>
  )
}
