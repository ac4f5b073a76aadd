import { Link } from 'react-router-dom'
import type { BetMatch } from '#protocol/endpoints/sports.ts'
import type * as z from 'zod/mini'
import { formatKickoff } from '#lib/format.ts'
import { isInPlay, matchClockText, periodName, phaseName } from '#lib/match/match-clock.ts'
import { leaguePath, roomPath, teamPath } from '#lib/room-path.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { useServerNow } from '#state/data/clock.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { ScoreFigure } from '#ui/text/Score.tsx'
import styles from './MatchHead.module.css'

export type SportMatch = z.infer<typeof BetMatch>

const CLOCK_MS = 5_000

/** Teams, score and clock of a match, and the way to its room. */
export function MatchHead({ match }: { readonly match: SportMatch }) {
  const { home, away, league, leagueId, clock, sport, startAt, homeScore, guestScore, eid } = match
  const now = useServerNow(CLOCK_MS)
  const hasScore = clock.phase !== 'before'
  return (
    <Panel isLead className={styles.head}>
      <h1 className="visually-hidden">{sportsText('bets.title', { home: home.name, away: away.name })}</h1>
      <p className={styles.league}>
        <Link to={leaguePath(leagueId)}>{league}</Link>
        <span className={isInPlay(clock) ? styles.live : undefined}>
          {hasScore ? matchClockText(clock, now, sport) : formatKickoff(startAt, now)}
        </span>
      </p>
      <div className={styles.teams}>
        <Team {...home} />
        <p className={styles.score}>
          {hasScore ? (
            <>
              <ScoreFigure value={homeScore} />
              <span aria-hidden="true">:</span>
              <ScoreFigure value={guestScore} />
            </>
          ) : (
            <span className={styles.coming}>{sportsText('bets.versus')}</span>
          )}
        </p>
        <Team {...away} />
      </div>
      <Periods match={match} />
      <Link className={buttonClass({ size: 'small' })} to={roomPath(eid)}>
        {sportsText('enter')}
      </Link>
    </Panel>
  )
}

function Team({ id, name, logo }: SportMatch['home']) {
  return (
    <Link className={styles.team} to={teamPath(id)}>
      <Crest team={name} src={logo} size={40} />
      <b>{name}</b>
    </Link>
  )
}

/** Points of the periods: 上半场 1 : 0. */
function Periods({ match: { periods, sport } }: { readonly match: SportMatch }) {
  // A single period has the score of the match.
  if (periods.length < 2) return null
  return (
    <p className={styles.periods}>
      {periods.map(([home, away], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- periods have no other identity
        <span key={index}>{sportsText('bets.period', { period: nameOfPeriod(sport, index), home, away })}</span>
      ))}
    </p>
  )
}

/** 上半场, 第2节. */
function nameOfPeriod(sport: SportMatch['sport'], index: number): string {
  if (sport !== 'football') return periodName(sport, index + 1)
  return phaseName(index === 0 ? 'first-half' : 'second-half', sport)
}
