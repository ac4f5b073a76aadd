import { homeText } from '#messages/zh/home.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Block } from '#ui/Block.tsx'
import type { GameArtProps } from '#ui/GameArt.tsx'
import { isVenueOpen } from '#protocol/rules/venue.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './HotGames.module.css'

function GameArtPlace() {
  return <Skeleton width="40px" height="40px" />
}

function NoGameArt() {
  return <svg width="40" height="40" aria-hidden="true" />
}

// Below the fold, so loaded lazily. A game without picture shows its name.
const GameArt = lazyPart<GameArtProps>(async () => (await import('#ui/GameArt.tsx')).GameArt, {
  Waiting: GameArtPlace,
  Missing: NoGameArt,
})

const SHOWN = 6
const isOpen = ({ status }: { readonly status: number }) => isVenueOpen(status)

/**
 * The most played games of open venues; hidden while none is open. Their screens do not exist yet, so they are pictures
 * with a name (docs/decisions/README.md).
 */
export function HotGames() {
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
        <Section anchor="games" title={homeText('game.title')}>
          <ul className={styles.games}>
            {list.filter(isOpen).map(({ gameId, name, art }) => (
              <li key={gameId} className={styles.game}>
                <GameArt art={art} />
                <span className={styles.name}>{name}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Block>
  )
}
