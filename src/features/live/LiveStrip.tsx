import { useState } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { matchClockShort } from '#lib/match/match-clock.ts'
import { commonText } from '#messages/zh/common.ts'
import { ScoreFigure } from '#ui/text/Score.tsx'
import styles from './LiveStrip.module.css'
import type { MatchSummary } from './match-stage.ts'
import { hasScore } from './match-stage.ts'
import { roomPath } from '#lib/room-path.ts'

const SHOWN = 8

interface LiveStripProps {
  /** Matches in play of every kind. */
  readonly matches: readonly MatchSummary[]
  readonly now: number
}

/** Scores of the matches in play in a horizontally scrolling strip. */
export function LiveStrip({ matches, now }: LiveStripProps) {
  const scored = matches.filter((match) => hasScore(match.kind)).slice(0, SHOWN)
  if (scored.length === 0) return null
  return (
    <nav className={styles.strip} aria-label={commonText('live.strip')}>
      {scored.map((match) => (
        <StripCell key={match.eid} match={match} now={now} />
      ))}
    </nav>
  )
}

/** One match. After a goal it shows the live colour and the word 进球 for four seconds. */
function StripCell({ match, now }: { readonly match: MatchSummary; readonly now: number }) {
  const total = match.homeScore + match.guestScore
  const [seen, setSeen] = useState({ total, isFresh: false })
  if (seen.total !== total) setSeen({ total, isFresh: total > seen.total && match.kind === 'football' })
  return (
    <Link className={classNames(styles.cell, seen.isFresh && styles.hit)} to={roomPath(match.eid)}>
      {/* The key restarts the animation on every goal. The link is not remounted, so it keeps the focus. */}
      {seen.isFresh && (
        <span
          key={seen.total}
          className={styles.tint}
          aria-hidden="true"
          onAnimationEnd={() => setSeen({ total, isFresh: false })}
        />
      )}
      <span className={styles.head}>
        <span>{match.league}</span>
        <b>{seen.isFresh ? commonText('live.goal') : matchClockShort(match.clock, now, match.kind)}</b>
      </span>
      <StripLine name={match.team1} score={match.homeScore} />
      <StripLine name={match.team2} score={match.guestScore} />
    </Link>
  )
}

function StripLine({ name, score }: { readonly name: string; readonly score: number }) {
  return (
    <span className={styles.line}>
      <span>{name}</span>
      <b>
        <ScoreFigure value={score} />
      </b>
    </span>
  )
}
