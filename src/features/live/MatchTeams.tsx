import { classNames } from '#lib/class-names.ts'
import { Crest } from '#ui/Crest.tsx'
import { ScoreFigure } from '#ui/Score.tsx'
import type { MatchSummary } from './match-stage.ts'
import styles from './MatchTeams.module.css'

interface Side {
  readonly name: string
  readonly crest: string
  readonly score: number | null
  readonly isBehind: boolean
}

/** The two teams, one above the other, with crest and score. The losing team is grey. */
export function MatchTeams({ match }: { readonly match: MatchSummary }) {
  const isScored = match.clock.phase !== 'before'
  const home: Side = {
    name: match.team1,
    crest: match.team1_logo,
    score: isScored ? match.homeScore : null,
    isBehind: isScored && match.homeScore < match.guestScore,
  }
  const away: Side = {
    name: match.team2,
    crest: match.team2_logo,
    score: isScored ? match.guestScore : null,
    isBehind: isScored && match.guestScore < match.homeScore,
  }
  return (
    <span className={styles.teams}>
      <TeamLine side={home} />
      <TeamLine side={away} />
    </span>
  )
}

function TeamLine({ side }: { readonly side: Side }) {
  return (
    <span className={classNames(styles.line, side.isBehind && styles.behind)}>
      <Crest team={side.name} src={side.crest} />
      <span className={styles.name}>{side.name}</span>
      {side.score !== null && (
        <b className={styles.score}>
          <ScoreFigure value={side.score} />
        </b>
      )}
    </span>
  )
}
