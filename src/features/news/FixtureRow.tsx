import { roomPath, teamPath } from '#lib/room-path.ts'
import { Link } from 'react-router-dom'
import { formatClock } from '#lib/format.ts'
import { otherDay } from '#lib/match/other-day.ts'
import { newsText } from '#messages/zh/news.ts'
import { commonText } from '#messages/zh/common.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Badge, LiveBadge } from '#ui/text/Badge.tsx'
import styles from './FixtureRow.module.css'
import type { Fixture } from './news-model.ts'

interface FixtureRowProps {
  readonly match: Fixture
  readonly isMarked: boolean
  /** Any time of the listed day, epoch milliseconds. */
  readonly day: number
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** A match of a day: time, teams, score if there is one, and a link to the room while it is open. */
export function FixtureRow({ match, isMarked, day, now }: FixtureRowProps) {
  const { home, away, stage, score, kickOffAt, hasRoom, eid } = match
  const [homeScore, awayScore] = score === '' ? [null, null] : score.split('-')
  const date = otherDay(kickOffAt, day, now)
  return (
    <li className={styles.row} data-marked={isMarked || undefined}>
      <time dateTime={new Date(kickOffAt).toISOString()}>
        {date !== null && <span className={styles.date}>{`${date} `}</span>}
        {formatClock(kickOffAt)}
      </time>
      <div className={styles.teams}>
        <Side id={match.homeId} team={home} logo={match.homeLogo} score={homeScore} />
        <Side id={match.awayId} team={away} logo={match.awayLogo} score={awayScore} />
      </div>
      <span className={styles.state}>
        {stage === 'live' && <LiveBadge />}
        {stage === 'ended' && <Badge>{newsText('data.ended')}</Badge>}
        {stage === 'before' && !hasRoom && <Badge>{newsText('data.before')}</Badge>}
        {hasRoom && stage !== 'ended' && (
          <Link
            className={buttonClass({ kind: 'outline', size: 'tiny' })}
            to={roomPath(eid)}
            aria-label={newsText('data.enterMatch', { match: commonText('match.versus', { home, away }) })}
          >
            {newsText('data.enter')}
          </Link>
        )}
      </span>
    </li>
  )
}

interface SideProps {
  readonly id: string
  readonly team: string
  readonly logo: string
  readonly score: string | null | undefined
}

function Side({ id, team, logo, score }: SideProps) {
  return (
    <p className={styles.side}>
      <Link to={teamPath(id)}>
        <Crest team={team} src={logo} size={20} />
        <span>{team}</span>
      </Link>
      {typeof score === 'string' && <b>{score}</b>}
    </p>
  )
}
