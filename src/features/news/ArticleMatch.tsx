import { leaguePath, roomPath, teamPath } from '#lib/room-path.ts'
import { Link } from 'react-router-dom'
import { formatKickoff } from '#lib/format.ts'
import { nt } from '#lib/messages/news.ts'
import { t } from '#lib/messages/common.ts'
import { LiveBadge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Crest } from '#ui/Crest.tsx'
import styles from './ArticleMatch.module.css'
import type { Fixture } from './news-model.ts'
import { dayPath } from './news-path.ts'

export interface ArticleMatchProps {
  readonly match: Fixture
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly title?: string
}

/** The match of an article. Links to the room while there is one, otherwise to the schedule of its day. */
export function ArticleMatch({ match, now, title = nt('article.match') }: ArticleMatchProps) {
  const { home, away, league, stage, score, kickOffAt, hasRoom, eid } = match
  const names = t('match.versus', { home, away })
  return (
    <section className={styles.match} aria-label={title}>
      <p className={styles.head}>
        {stage === 'live' && <LiveBadge />}
        <Link to={leaguePath(match.leagueId)}>{league}</Link>
        <span>{stage === 'live' ? nt('data.live') : formatKickoff(kickOffAt, now)}</span>
      </p>
      <p className={styles.teams}>
        <Crest team={home} src={match.homeLogo} size={32} />
        <Link to={teamPath(match.homeId)}>
          <b>{home}</b>
        </Link>
        {score === '' ? (
          <span className={styles.versus}>{nt('article.versus')}</span>
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
          aria-label={nt('article.enterMatch', { match: names })}
        >
          {nt('article.enter')}
        </Link>
      ) : (
        <Link className={buttonClass({ kind: 'outline', size: 'small' })} to={dayPath(kickOffAt)}>
          {nt('article.day')}
        </Link>
      )}
    </section>
  )
}
