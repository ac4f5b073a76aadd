import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { teamPath } from '#lib/room-path.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { ScoreFigure } from '#ui/text/Score.tsx'
import type { MatchSummary } from './match-stage.ts'
import styles from './MatchTeams.module.css'

interface Side {
  readonly id: string
  readonly name: string
  readonly crest: string
  readonly score: number | null
  readonly isBehind: boolean
}

/** The two teams, one above the other, with crest and score. The losing team is grey. */
export function MatchTeams({ match }: { readonly match: MatchSummary }) {
  const isScored = match.clock.phase !== 'before'
  const home: Side = {
    id: match.team1_id,
    name: match.team1,
    crest: match.team1_logo,
    score: isScored ? match.homeScore : null,
    isBehind: isScored && match.homeScore < match.guestScore,
  }
  const away: Side = {
    id: match.team2_id,
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
      <Link className={styles.name} to={teamPath(side.id)} dir="auto">
        {side.name}
      </Link>
      {side.score !== null && (
        <b className={styles.score}>
          <ScoreFigure value={side.score} />
        </b>
      )}
    </span>
  )
}
