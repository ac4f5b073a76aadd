import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { MatchOdds } from '#protocol/room/feed.ts'
import { classNames } from '#lib/class-names.ts'
import { formatOdds } from '#lib/format.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { commonText } from '#messages/zh/common.ts'
import { leaguePath, teamPath } from '#lib/room-path.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { ScoreFigure } from '#ui/text/Score.tsx'
import type { BoardMatch } from './board.ts'
import { Fact, Facts } from '#ui/page/Facts.tsx'
import styles from './BoardRow.module.css'

interface BoardRowProps {
  readonly match: BoardMatch
  /** Path of the room; null if there is none. The whole row is the link. */
  readonly path: string | null
  /** False if no match of the list has odds: the rows then have no column for them. */
  readonly hasOdds: boolean
  /** A control in place of the word of the link. */
  readonly action?: ReactNode
}

/** A match: time, teams, score, odds. The links of league and teams are above the one of the row. */
export function BoardRow({ match, path, hasOdds, action }: BoardRowProps) {
  const { league, leagueId, home, homeId, away, awayId, homeLogo, awayLogo, stage, clock, score, odds } = match
  return (
    <li className={classNames(styles.item, styles[stage], path !== null && styles.pressed)}>
      <div className={classNames(styles.row, !hasOdds && styles.plain)}>
        <span className={styles.when}>
          <b>{clock}</b>
          <Link to={leaguePath(leagueId)}>{league}</Link>
        </span>
        <Side id={homeId} name={home} logo={homeLogo} score={score?.home ?? null} rival={score?.away ?? null} isHome />
        <Side id={awayId} name={away} logo={awayLogo} score={score?.away ?? null} rival={score?.home ?? null} />
        {hasOdds && <BoardOdds odds={odds} />}
        <RowEnd match={match} path={path} action={action} />
        <span className="visually-hidden">{commonText('match.versus', { home, away })}</span>
      </div>
    </li>
  )
}

/** The link, with its word or a control in place of it. */
function RowEnd({ match: { stage, home, away }, path, action }: Omit<BoardRowProps, 'hasOdds'>) {
  const isLive = stage === 'live'
  return (
    <span className={styles.end}>
      {path !== null && (
        <Link
          className={classNames(styles.link, cardLink)}
          to={path}
          aria-label={sportsText(isLive ? 'enterMatch' : 'lookMatch', { home, away })}
        >
          {action === undefined && sportsText(isLive ? 'enter' : 'look')}
        </Link>
      )}
      {action && <span className={styles.action}>{action}</span>}
    </span>
  )
}

/** The odds of a match; 封盘 while they are suspended, an empty cell without odds. */
function BoardOdds({ odds }: { readonly odds: MatchOdds | null }) {
  if (odds === null) return <span className={styles.odds} />
  if (odds.suspended) {
    return (
      <span className={styles.odds}>
        <span className={styles.suspended}>{sportsText('suspended')}</span>
      </span>
    )
  }
  return (
    <Facts className={styles.odds} label={sportsText('odds')}>
      <Fact name={sportsText('oddsHome')}>{formatOdds(odds.home.value)}</Fact>
      {odds.draw && <Fact name={sportsText('oddsDraw')}>{formatOdds(odds.draw.value)}</Fact>}
      <Fact name={sportsText('oddsAway')}>{formatOdds(odds.away.value)}</Fact>
    </Facts>
  )
}

interface SideProps {
  readonly id: string
  readonly name: string
  readonly logo: string
  readonly score: number | null
  readonly rival: number | null
  readonly isHome?: boolean
}

function Side({ id, name, logo, score, rival, isHome = false }: SideProps) {
  const isBehind = score !== null && rival !== null && score < rival
  return (
    <span className={classNames(styles.side, isHome ? styles.home : styles.away, isBehind && styles.behind)}>
      <Crest team={name} src={logo} size={24} />
      <Link className={styles.name} to={teamPath(id)}>
        {name}
      </Link>
      <b className={styles.score}>{score === null ? '–' : <ScoreFigure value={score} />}</b>
    </span>
  )
}
