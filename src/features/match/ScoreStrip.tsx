import { useAtomValue } from 'jotai'
import { Share2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatLeft } from '#lib/countdown.ts'
import { isInPlay, matchClockText } from '#lib/match/match-clock.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { roomText } from '#messages/zh/room.ts'
import { leaguePath, teamPath } from '#lib/room-path.ts'
import { clockAtom } from '#state/data/clock.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import { Crest } from '#ui/art/Crest.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { LiveBadge } from '#ui/text/Badge.tsx'
import { Score } from '#ui/text/Score.tsx'
import styles from './ScoreStrip.module.css'
import { matchClockInFull } from './play-time.ts'

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

interface ScoreStripProps {
  readonly detail: MatchDetail
  /** Opens the invitation to this room. */
  readonly onShare: () => void
}

/** Teams, score and clock. On a phone below the video. */
export function ScoreStrip({ detail, onShare }: ScoreStripProps) {
  const now = useAtomValue(clockAtom)
  const match = useAtomValue(matchNowAtom)
  if (match === null) return null
  const { league, kind, room_info: room } = detail.match
  const { clock } = match
  const isTalk = kind === 'anchor'
  return (
    <header className={styles.strip}>
      <div className={styles.meta}>
        <b>
          {isTalk ? league : <Link to={leaguePath(detail.match.tid)}>{league}</Link>}
          {detail.round !== '' && ` · ${detail.round}`}
        </b>
        <span>{joined(detail.venue, detail.weather)}</span>
      </div>
      {isTalk ? <h1 className={styles.title}>{room.title}</h1> : <Teams detail={detail} match={match} now={now} />}
      <div className={styles.side}>
        {isInPlay(clock) && <LiveBadge />}
        <span className={styles.when}>{matchClockInFull(clock, now, kind)}</span>
        <IconButton
          label={roomText('match.share')}
          icon={<Share2 size={20} />}
          aria-haspopup="dialog"
          onClick={onShare}
        />
      </div>
    </header>
  )
}

/** The time to the kick-off in place of the score. */
function Countdown({ start, now }: { readonly start: number; readonly now: number }) {
  const left = start - now
  return (
    <div className={styles.countdown}>
      <small>{left > 0 ? roomText('match.left') : roomText('match.soon')}</small>
      {left > 0 && <b role="timer">{formatLeft(left)}</b>}
    </div>
  )
}

interface TeamsProps {
  readonly detail: MatchDetail
  readonly match: MatchNow
  readonly now: number
}

/** The teams with the score between them, before the match with the countdown. */
function Teams({ detail, match: { clock, homeScore, guestScore }, now }: TeamsProps) {
  const { kind, team1, team2, team1_id: id1, team2_id: id2, team1_logo: logo1, team2_logo: logo2 } = detail.match
  return (
    <div className={styles.middle}>
      <h1 className="visually-hidden">
        {clock.phase === 'before'
          ? matchTitle(detail.match)
          : roomText('match.score', { home: team1, homeScore, guestScore, away: team2 })}
      </h1>
      <Link className={styles.team} data-side="home" to={teamPath(id1)}>
        <span>{team1}</span>
        <Crest team={team1} src={logo1} size={36} />
      </Link>
      {clock.phase === 'before' ? (
        <Countdown start={clock.phaseStartedAt} now={now} />
      ) : (
        <div className={styles.points} data-live={isInPlay(clock) || undefined} aria-hidden="true">
          <Score home={homeScore} away={guestScore} size="large" />
          <small>{matchClockText(clock, now, kind)}</small>
        </div>
      )}
      <Link className={styles.team} to={teamPath(id2)}>
        <Crest team={team2} src={logo2} size={36} />
        <span>{team2}</span>
      </Link>
    </div>
  )
}
