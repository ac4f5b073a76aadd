import type { Venue } from '#protocol/endpoints/game.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import { venuePath } from '#protocol/rules/e-game-halls.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { egameText } from '#messages/zh/egame.ts'
import { VenueArt } from '#ui/art/VenueArt.tsx'
import { Section } from '#ui/page/Section.tsx'
import { Tile, Tiles } from '#ui/page/Tiles.tsx'

/** 维护至 06:00, with the date if it is not today. */
function maintenanceText(end: number | null, now: number): string {
  if (end === null || end <= now) return egameText('maintenance')
  const [day, today] = [formatDate(end, now), formatDate(now, now)]
  return egameText('until', { time: day === today ? formatClock(end) : `${day} ${formatClock(end)}` })
}

interface ProviderVenuesProps {
  readonly venues: readonly Venue[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** Venues whose games a provider plays in a tab of its own (docs/venues.md). */
export function ProviderVenues({ venues, now }: ProviderVenuesProps) {
  if (venues.length === 0) return null
  return (
    <Section title={egameText('venues')} note={egameText('venues.note')}>
      <Tiles label={egameText('venues')}>
        {venues.map(({ enName, chName, type, status, maintainEnd }) => (
          <Tile
            key={enName}
            title={chName}
            note={isVenueOpen(status) ? egameText('venues.open') : maintenanceText(maintainEnd, now)}
            icon={<VenueArt venue={type} size={28} />}
            to={venuePath(enName)}
            isClosed={!isVenueOpen(status)}
          />
        ))}
      </Tiles>
    </Section>
  )
}
