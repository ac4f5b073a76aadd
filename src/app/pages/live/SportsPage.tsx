import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CLOSED_VENUE_TARGET } from '#protocol/rules/venue.ts'
import { sportsText } from '#messages/zh/sports.ts'
import type { SportKind, SportVenue } from '#features/sport/requested-venue.ts'
import { kindsOfVenue, SPORT_KINDS, requestedVenue } from '#features/sport/requested-venue.ts'
import { useSlipPlace } from '#features/slip/SlipPlaces.tsx'
import { VenueTiles } from '#features/sport/VenueTiles.tsx'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Page } from '#ui/page/Page.tsx'
import { Section } from '#ui/page/Section.tsx'
import { BoardSkeleton, DayBoard } from './DayBoard.tsx'
import { useDocumentTitle } from '../../route/use-document-title.ts'
const ALL = 'all'
type KindTab = SportKind | typeof ALL
const KIND_NAMES: Readonly<Record<KindTab, string>> = {
  all: sportsText('kind.all'),
  football: sportsText('kind.football'),
  basketball: sportsText('kind.basketball'),
  esports: sportsText('kind.esports'),
}

/** `/app/sports` (S3.15): venues (`?venue=`), and matches of a day (`?date=`) by kind (`?kind=`). */
export function SportsPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const venues = useCachedData('site.sportConfigs', {})
  const asked = requestedVenue(venues.data?.list ?? [], search.get('venue'))
  const isRefused = venues.data !== null && asked.state === 'closed'
  // The kinds of the board depend on the venue.
  const isWaiting = asked.state !== 'none' && venues.data === null && venues.failure === null
  const venue = asked.state === 'open' ? asked.venue : null
  const slip = useSlipPlace()
  useDocumentTitle(sportsText('page'))

  useEffect(() => {
    // S4.7, S4.8: a venue that is not open leads home.
    if (!isRefused) return
    toast({ id: 'venue', tone: 'wait', text: sportsText('closed') })
    void navigate(CLOSED_VENUE_TARGET, { replace: true })
  }, [isRefused, navigate])

  const pathWith: PathWith = (name, value) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    if (name === 'venue') next.delete('kind')
    return `/app/sports?${next.toString()}`
  }
  return (
    <Page side={slip.side}>
      {slip.drawer}
      <h1 className="visually-hidden">{sportsText('page')}</h1>
      <Section
        title={sportsText('venues')}
        note={sportsText('note')}
        more={asked.state === 'none' ? undefined : { to: pathWith('venue', ''), label: sportsText('all') }}
      >
        <VenueTiles chosen={venue?.enName ?? null} pathOf={({ enName }) => pathWith('venue', enName)} />
      </Section>
      <VenueBoard venue={venue} isWaiting={isWaiting} pathWith={pathWith} />
    </Page>
  )
}

/** The path of this page with another value in the query. */
type PathWith = (name: 'venue' | 'kind' | 'date', value: string) => string

interface VenueBoardProps {
  /** The selected venue; null for all. */
  readonly venue: SportVenue | null
  /** The venues are requested, and with them the kinds of match. */
  readonly isWaiting: boolean
  readonly pathWith: PathWith
}

/** The matches of a day, by kind. */
function VenueBoard({ venue, isWaiting, pathWith }: VenueBoardProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const kinds = venue ? kindsOfVenue(venue) : SPORT_KINDS
  const tab: KindTab = kinds.find((kind) => kind === search.get('kind')) ?? ALL
  const tabs: readonly KindTab[] = [ALL, ...kinds]
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => void navigate(pathWith('kind', next === ALL ? '' : next), { replace: true })}
    >
      <Section
        title={venue ? sportsText('boardOf', { venue: venue.chName }) : sportsText('board')}
        tabs={
          !isWaiting &&
          kinds.length > 1 && (
            <TabList label={sportsText('kinds')} items={tabs.map((value) => ({ value, label: KIND_NAMES[value] }))} />
          )
        }
      >
        <TabPanel value={tab}>
          {isWaiting ? (
            <BoardSkeleton />
          ) : (
            <DayBoard
              date={search.get('date')}
              kinds={tab === ALL ? kinds : [tab]}
              pathOf={(date) => pathWith('date', date)}
            />
          )}
        </TabPanel>
      </Section>
    </Tabs>
  )
}
