import { useAtomValue } from 'jotai'
import { Share2 } from 'lucide-react'
import { isInPlay, matchClockInFull, matchClockText } from '#lib/match-clock.ts'
import { rt } from '#lib/messages/room.ts'
import { clockAtom } from '#state/data/clock.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import { LiveBadge } from '#ui/Badge.tsx'
import { Crest } from '#ui/Crest.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Score } from '#ui/Score.tsx'
import styles from './ScoreStrip.module.css'

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

export interface ScoreStripProps {
  readonly detail: MatchDetail
  /** Opens the invitation to this room. */
  readonly onShare: () => void
}

/** Teams, score and clock. On a phone below the video. */
export function ScoreStrip({ detail, onShare }: ScoreStripProps) {
  const now = useAtomValue(clockAtom)
  const match = useAtomValue(matchNowAtom)
  if (match === null) return null
  const { team1, team2, team1_logo: logo1, team2_logo: logo2, league, kind, room_info: room } = detail.match
  const { clock, homeScore, guestScore } = match
  const isTalk = kind === 'anchor'
  return (
    <header className={styles.strip}>
      <div className={styles.meta}>
        <b>{joined(league, detail.round)}</b>
        <span>{joined(detail.venue, detail.weather)}</span>
      </div>
      {isTalk ? (
        <h1 className={styles.title}>{room.title}</h1>
      ) : (
        <div className={styles.middle}>
          <h1 className="visually-hidden">{rt('match.score', { home: team1, homeScore, guestScore, away: team2 })}</h1>
          <div className={styles.team} data-side="home" aria-hidden="true">
            {team1}
            <Crest team={team1} src={logo1} size={36} />
          </div>
          <div className={styles.points} aria-hidden="true">
            <Score home={homeScore} away={guestScore} size="large" />
            <small>{matchClockText(clock, now, kind)}</small>
          </div>
          <div className={styles.team} aria-hidden="true">
            <Crest team={team2} src={logo2} size={36} />
            {team2}
          </div>
        </div>
      )}
      <div className={styles.side}>
        {isInPlay(clock) && <LiveBadge />}
        <span className={styles.when}>{matchClockInFull(clock, now, kind)}</span>
        <IconButton label={rt('match.share')} icon={<Share2 size={20} />} aria-haspopup="dialog" onClick={onShare} />
      </div>
    </header>
  )
}
