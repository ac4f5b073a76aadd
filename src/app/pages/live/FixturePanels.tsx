import { sportsText } from '#messages/zh/sports.ts'
import { FixtureRow } from '#features/news/FixtureRow.tsx'
import type { Fixture } from '#features/news/news-model.ts'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './team-pages.module.css'

interface FixturePanelsProps {
  readonly live: readonly Fixture[]
  readonly coming: readonly Fixture[]
  readonly past: readonly Fixture[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** The matches of a team: those in play (only if there are some), the next ones and the last results. */
export function FixturePanels({ live, coming, past, now }: FixturePanelsProps) {
  return (
    <>
      {live.length > 0 && <FixturePanel title={sportsText('match.page.live')} matches={live} now={now} />}
      <FixturePanel
        title={sportsText('match.page.coming')}
        matches={coming}
        none={sportsText('match.page.noComing')}
        now={now}
      />
      <FixturePanel
        title={sportsText('match.page.past')}
        matches={past}
        none={sportsText('match.page.noPast')}
        now={now}
      />
    </>
  )
}

interface FixturePanelProps {
  readonly title: string
  readonly matches: readonly Fixture[]
  readonly none?: string
  /** Rows side by side, for a panel of the full width. */
  readonly isGrid?: boolean
  readonly now: number
}

/** Matches of one stage. */
export function FixturePanel({ title, matches, none = '', isGrid = false, now }: FixturePanelProps) {
  return (
    <Panel title={title}>
      {matches.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={isGrid ? styles.grid : undefined}>
          {matches.map((match) => (
            <FixtureRow key={match.eid} match={match} isMarked={false} day={now} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
