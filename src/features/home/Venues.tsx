import { useAtomValue } from 'jotai'
import type { Venue } from '#protocol/endpoints/game.ts'
import type { VenueClassState } from '#protocol/rules/venue.ts'
import type { MatchView } from '#protocol/views/match-list.ts'
import { anchorGamesPath } from '#protocol/rules/e-game-halls.ts'
import { formatClock, formatDate } from '#lib/format.ts'
import { homeText } from '#messages/zh/home.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { entrancesAtom, type EntranceState } from '#state/site/entrances.ts'
import type { VenueArtProps } from '#ui/art/VenueArt.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { Tile, Tiles, TilesSkeleton } from '#ui/page/Tiles.tsx'
import { Block } from '#ui/state/Block.tsx'
import { lazyPart } from '#ui/state/lazy-part.tsx'
import { playingIn, venueClasses, type VenueClassView } from './venue-classes.ts'

/** The drawings are decoration, so they come after the text, in a space of their size. */
const VenueArt = lazyPart<VenueArtProps>(async () => (await import('#ui/art/VenueArt.tsx')).VenueArt, {
  Waiting: EmptyArt,
  Missing: EmptyArt,
})

function EmptyArt({ size = 32 }: VenueArtProps) {
  return <svg width={size} height={size} aria-hidden="true" />
}

/** 看台体育 and 电竞. */
const EXPECTED_TILES = 2

interface VenuesProps {
  /** Matches of every kind, to count those in play. */
  readonly matches: readonly MatchView[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/**
 * Venues by class. Open ones link to their screen; those under maintenance show its end, and the reason after a press.
 */
export function Venues({ matches, now }: VenuesProps) {
  const { anchorGames } = useAtomValue(entrancesAtom)
  return (
    <Block
      name={homeText('venue.region')}
      query={useCachedData('venue.list', { type: 'all' })}
      failed={homeText('venue.failed')}
      skeleton={<TilesSkeleton count={EXPECTED_TILES} />}
      isEmpty={({ list }) => venueClasses(list, now).length === 0}
    >
      {({ list }) => (
        <Tiles label={homeText('venue.region')}>
          {venueClasses(list, now).map((each) => (
            <VenueTile key={each.type} venue={each} matches={matches} now={now} />
          ))}
          {hasAnchorGames(anchorGames, list) && <AnchorGamesTile path={anchorGamesPath(list)} />}
        </Tiles>
      )}
    </Block>
  )
}

function VenueTile({
  venue: { type, classState, path },
  matches,
  now,
}: VenuesProps & { readonly venue: VenueClassView }) {
  const name = homeText(`venue.${type}`)
  const playing = playingIn(type, matches)
  const open =
    playing === null
      ? homeText('venue.open')
      : playing === 0
        ? homeText('venue.quiet')
        : homeText('venue.playing', { count: playing })
  const icon = <VenueArt venue={type} size={28} />
  if (path !== null) return <Tile title={name} note={open} icon={icon} to={path} />
  const note = closedNote(classState, now)
  return (
    <Tile
      title={name}
      note={note}
      icon={icon}
      isClosed
      onPress={() => toast({ id: 'venue', tone: 'wait', text: `${homeText('venue.closed')} · ${name}${note}` })}
    />
  )
}

/** S3.29, S3.30: shown if the site says so, and an open one only if there is a game to play. */
function hasAnchorGames(state: EntranceState, venues: readonly Venue[]): boolean {
  return state === 'maintenance' || (state === 'open' && anchorGamesPath(venues) !== null)
}

/** The entrance to anchor games, with the channels that offer them. */
function AnchorGamesTile({ path }: { readonly path: string | null }) {
  const { anchorGames: state, anchorGameChannels: channels } = useAtomValue(entrancesAtom)
  const name = homeText('venue.anchorGames')
  const icon = <VenueArt venue="casino" size={28} />
  if (state === 'open' && path !== null) {
    const note = channels.length > 0 ? channels.join('、') : homeText('venue.anchorLive')
    return <Tile title={name} note={note} icon={icon} to={path} />
  }
  const note = homeText('venue.maintenance')
  const offered = channels.length > 0 ? ` · ${channels.join('、')}` : ''
  return (
    <Tile
      title={name}
      note={note}
      icon={icon}
      isClosed
      onPress={() =>
        toast({ id: 'venue', tone: 'wait', text: `${homeText('venue.closed')} · ${name}${note}${offered}` })
      }
    />
  )
}

/** 维护至 06:00, with the date if it is not today. */
function closedNote(classState: VenueClassState, now: number): string {
  if (classState.state !== 'maintenance' || classState.until === null) return homeText('venue.maintenance')
  const [day, today] = [formatDate(classState.until, now), formatDate(now, now)]
  return day === today
    ? homeText('venue.until', { clock: formatClock(classState.until) })
    : homeText('venue.untilDay', { day })
}
