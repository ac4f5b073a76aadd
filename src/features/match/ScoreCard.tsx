import type { Ref } from 'react'
import { formatClock } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import type { MatchDetail, MatchNow } from '#state/room-match.ts'
import styles from './ScoreCard.module.css'

interface ScoreCardProps {
  readonly ref: Ref<HTMLDivElement>
  readonly detail: MatchDetail
  readonly match: MatchNow
  /** Epoch milliseconds, on the server's clock. */
  readonly now: number
}

/** How the match stands, as a picture to keep: plain colours and nothing that html2canvas cannot draw. */
export function ScoreCard({ ref, detail, match, now }: ScoreCardProps) {
  const { team1, team2, team1_logo: logo1, team2_logo: logo2, league } = detail.match
  return (
    <div ref={ref} className={styles.card} aria-hidden="true">
      <p className={styles.league}>{[league, detail.round].filter((part) => part !== '').join(' · ')}</p>
      <div className={styles.teams}>
        <span className={styles.team}>
          <img className={styles.crest} src={logo1} alt="" width={64} height={64} />
          {team1}
        </span>
        <b className={styles.score}>
          {match.homeScore} : {match.guestScore}
        </b>
        <span className={styles.team}>
          <img className={styles.crest} src={logo2} alt="" width={64} height={64} />
          {team2}
        </span>
      </div>
      <p className={styles.foot}>{rt('match.cardFoot', { time: formatClock(now) })}</p>
    </div>
  )
}
