import { leaguePath, roomPath, teamPath } from '#lib/room-path.ts'
import { Link } from 'react-router-dom'
import { formatKickoff } from '#lib/format.ts'
import { newsText } from '#messages/zh/news.ts'
import { commonText } from '#messages/zh/common.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { LiveBadge } from '#ui/text/Badge.tsx'
import styles from './ArticleMatch.module.css'
import type { Fixture } from './news-model.ts'
import { dayPath } from './news-path.ts'

interface ArticleMatchProps {
  readonly match: Fixture
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly title?: string
}

/** The match of an article. Links to the room while there is one, otherwise to the schedule of its day. */
export function ArticleMatch({ match, now, title = newsText('article.match') }: ArticleMatchProps) {
  const { home, away, league, stage, score, kickOffAt, hasRoom, eid } = match
  const names = commonText('match.versus', { home, away })
  return (
    <section className={styles.match} aria-label={title}>
      <p className={styles.head}>
        {stage === 'live' && <LiveBadge />}
        <Link to={leaguePath(match.leagueId)}>{league}</Link>
        <span>{stage === 'live' ? newsText('data.live') : formatKickoff(kickOffAt, now)}</span>
      </p>
      <p className={styles.teams}>
        <Crest team={home} src={match.homeLogo} size={32} />
        <Link to={teamPath(match.homeId)}>
          <b>{home}</b>
        </Link>
        {score === '' ? (
          <span className={styles.versus}>{newsText('article.versus')}</span>
        ) : (
          <span className={styles.score}>{score.replace('-', ' : ')}</span>
        )}
        <Link to={teamPath(match.awayId)}>
          <b>{away}</b>
        </Link>
        <Crest team={away} src={match.awayLogo} size={32} />
      </p>
      {hasRoom ? (
        <Link
          className={buttonClass({ kind: 'primary', size: 'small' })}
          to={roomPath(eid)}
          aria-label={newsText('article.enterMatch', { match: names })}
        >
          {newsText('article.enter')}
        </Link>
      ) : (
        <Link className={buttonClass({ kind: 'outline', size: 'small' })} to={dayPath(kickOffAt)}>
          {newsText('article.day')}
        </Link>
      )}
    </section>
  )
}
