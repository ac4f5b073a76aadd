import { ht } from '#lib/messages/home.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { Block } from '#ui/Block.tsx'
import type { GameArtProps } from '#ui/GameArt.tsx'
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
const PLACES = [1, 2, 3, 4, 5, 6] as const

/**
 * The most played games. Their screens do not exist yet, so they are pictures with a name and one note, and nothing
 * looks like a button (docs/decisions/README.md).
 */
export function HotGames() {
  return (
    <Block
      name={ht('game.title')}
      query={useCachedData('egame.hotList', { size: SHOWN })}
      failed={ht('game.failed')}
      skeleton={
        <div className={styles.games}>
          {PLACES.map((place) => (
            <div key={place} className={styles.game}>
              <Skeleton width="40px" height="40px" />
              <Skeleton width="64px" />
            </div>
          ))}
        </div>
      }
      isEmpty={({ list }) => list.length === 0}
    >
      {({ list }) => (
        <Section anchor="games" title={ht('game.title')} note={ht('game.note')}>
          <ul className={styles.games}>
            {list.slice(0, SHOWN).map(({ gameId, name, art }) => (
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
