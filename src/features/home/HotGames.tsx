import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { ALL_VENUES_PATH } from '#protocol/rules/e-game-halls.ts'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import { classNames } from '#lib/class-names.ts'
import { homeText } from '#messages/zh/home.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { isLikelyMemberAtom } from '#state/session/session.ts'
import type { GameArtProps } from '#ui/art/GameArt.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { Section } from '#ui/page/Section.tsx'
import { Block } from '#ui/state/Block.tsx'
import { lazyPart } from '#ui/state/lazy-part.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import styles from './HotGames.module.css'

function GameArtPlace() {
  return <Skeleton width="40px" height="40px" />
}

function NoGameArt() {
  return <svg width="40" height="40" aria-hidden="true" />
}

// Below the fold, so loaded lazily. A game without picture shows its name.
const GameArt = lazyPart<GameArtProps>(async () => (await import('#ui/art/GameArt.tsx')).GameArt, {
  Waiting: GameArtPlace,
  Missing: NoGameArt,
})

const SHOWN = 6
const isOpen = ({ status }: { readonly status: number }) => isVenueOpen(status)

/** The most played games of open venues (S7.61); hidden while none is open. Visitors play the demo. */
export function HotGames() {
  const isMember = useAtomValue(isLikelyMemberAtom)
  return (
    <Block
      name={homeText('game.title')}
      query={useCachedData('egame.hotList', { size: SHOWN })}
      failed={homeText('game.failed')}
      // No space is reserved, because the games of most sites are not open.
      skeleton={null}
      isEmpty={({ list }) => !list.some(isOpen)}
    >
      {({ list }) => (
        <Section title={homeText('game.title')} more={{ to: ALL_VENUES_PATH, label: homeText('game.all') }}>
          <ul className={styles.games}>
            {list.filter(isOpen).map(({ gameId, venueEnName, name, art }) => (
              <li key={gameId} className={styles.game}>
                <GameArt art={art} />
                <Link
                  className={classNames(styles.name, cardLink)}
                  to={`/app/game/${venueEnName}/${gameId}${isMember ? '' : '?demo=1'}`}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Block>
  )
}
