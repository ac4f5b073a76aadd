import { useAtomValue } from 'jotai'
import { matchClockShort } from '#lib/match/match-clock.ts'
import { clockAtom } from '#state/data/clock.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import styles from './PictureScore.module.css'

export interface PictureScoreProps {
  readonly match: MatchDetail['match']
  /** Below the link at the upper left corner of the picture. */
  readonly isBelowLink: boolean
}

/**
 * The scoreboard in the picture, drawn from the match while the video plays. Hidden from assistive technology, which
 * gets the score of the room; hidden in full screen, where that score is over the picture.
 */
export function PictureScore({ match, isBelowLink }: PictureScoreProps) {
  const now = useAtomValue(clockAtom)
  const current = useAtomValue(matchNowAtom)
  if (current === null || match.kind === 'anchor') return null
  const { clock, homeScore, guestScore } = current
  return (
    <div className={styles.board} data-below={isBelowLink || undefined} aria-hidden="true">
      <span className={styles.team}>{match.team1}</span>
      <b className={styles.score}>
        {homeScore}-{guestScore}
      </b>
      <span className={styles.team}>{match.team2}</span>
      <span className={styles.clock}>{matchClockShort(clock, now, match.kind)}</span>
    </div>
  )
}
