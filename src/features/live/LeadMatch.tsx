import { Link } from 'react-router-dom'
import { formatCount } from '#lib/format.ts'
import { matchClockText } from '#lib/match/match-clock.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { commonText } from '#messages/zh/common.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { LeadGround } from '#ui/art/LeadGround.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Score } from '#ui/text/Score.tsx'
import styles from './LeadMatch.module.css'
import type { MatchSummary } from './match-stage.ts'
import { hasScore } from './match-stage.ts'
import { anchorPath, leaguePath, roomPath, teamPath } from '#lib/room-path.ts'

/** The most watched match or talk show of the open kind on a drawn background. */
export function LeadMatch({ match, now }: { readonly match: MatchSummary; readonly now: number }) {
  return (
    <LeadGround className={styles.lead}>
      {hasScore(match.kind) ? (
        <h2 className={styles.teams}>
          <span className={styles.team}>
            <Crest team={match.team1} src={match.team1_logo} size={36} />
            <Link to={teamPath(match.team1_id)}>{match.team1}</Link>
          </span>
          <Score home={match.homeScore} away={match.guestScore} size="large" />
          <span className={styles.team}>
            <Link to={teamPath(match.team2_id)}>{match.team2}</Link>
            <Crest team={match.team2} src={match.team2_logo} size={36} />
          </span>
        </h2>
      ) : (
        <h2 className={styles.teams}>{matchTitle(match)}</h2>
      )}
      <p className={styles.about}>
        {hasScore(match.kind) ? (
          <Link to={leaguePath(match.tid)}>{match.league}</Link>
        ) : (
          <Link to={anchorPath(match.anchor.anchor_id)}>
            <bdi>{match.anchor.anchor_nick}</bdi>
          </Link>
        )}
        {[
          '',
          matchClockText(match.clock, now, match.kind),
          ...(match.viewers > 0 ? [commonText('live.viewers', { count: formatCount(match.viewers) })] : []),
        ].join(' · ')}
      </p>
      <Link className={buttonClass({ kind: 'primary', size: 'large' })} to={roomPath(match.eid)}>
        {commonText('live.enterLead')}
      </Link>
    </LeadGround>
  )
}
