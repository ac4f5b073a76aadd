import { sportsText } from '#messages/zh/sports.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { VenueArt } from '#ui/art/VenueArt.tsx'
import { Tile, Tiles, TilesSkeleton } from '#ui/page/Tiles.tsx'
import { Block } from '#ui/state/Block.tsx'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import type { SportVenue } from './requested-venue.ts'
import { isShown, kindsOfVenue } from './requested-venue.ts'
const EXPECTED_TILES = 4

interface VenueTilesProps {
  /** The selected venue. */
  readonly chosen: string | null
  readonly pathOf: (venue: SportVenue) => string
}

/** The sport venues (S3.15). Closed ones are disabled and show the reason. */
export function VenueTiles({ chosen, pathOf }: VenueTilesProps) {
  const query = useCachedData('site.sportConfigs', {})
  return (
    <Block
      name={sportsText('venues')}
      query={query}
      failed={sportsText('venuesFailed')}
      isEmpty={({ list }) => !list.some(isShown)}
      skeleton={<TilesSkeleton count={EXPECTED_TILES} />}
    >
      {({ list }) => (
        <Tiles label={sportsText('venues')}>
          {list.filter(isShown).map((venue) => (
            <Tile
              key={venue.enName}
              title={venue.chName}
              note={noteOf(venue, chosen)}
              icon={<VenueArt venue={kindsOfVenue(venue).includes('esports') ? 'esports' : 'sport'} size={28} />}
              to={pathOf(venue)}
              isClosed={!isVenueOpen(venue.status)}
            />
          ))}
        </Tiles>
      )}
    </Block>
  )
}

function noteOf({ status, enName }: SportVenue, chosen: string | null): string {
  if (!isVenueOpen(status)) return sportsText('maintenance')
  return enName === chosen ? sportsText('chosen') : sportsText('open')
}
