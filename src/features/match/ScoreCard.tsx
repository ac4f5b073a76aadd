import type { ReactNode, Ref } from 'react'
import { formatClock, formatDate } from '#lib/format.ts'
import { matchClockText } from '#lib/match/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { kickoffOf } from '#state/room/room-match.ts'
import { ExportCard, ScoreFace } from '#ui/art/ExportCard.tsx'

interface ScoreCardProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly detail: MatchDetail
  readonly match: MatchNow
  /** Epoch milliseconds, on the server's clock. */
  readonly now: number
  /** Replaces the creation time at the bottom: an invitation. */
  readonly foot?: ReactNode
}

/** The score as a picture, with absolute dates and times in Shanghai (S9.16). */
export function ScoreCard({ ref, detail, match, now, foot }: ScoreCardProps) {
  const { team1, team2, team1_logo: logo1, team2_logo: logo2, league, kind } = detail.match
  const start = kickoffOf(detail, match)
  const hasBegun = match.clock.phase !== 'before'
  const moment = (at: number) => ({ date: formatDate(at, now), time: formatClock(at) })
  return (
    <ExportCard
      {...(ref && { ref })}
      note={[league, detail.round].filter((part) => part !== '').join(' · ')}
      foot={foot ?? <span>{roomText('match.cardFoot', moment(now))}</span>}
    >
      <ScoreFace
        home={team1}
        away={team2}
        homeLogo={logo1}
        awayLogo={logo2}
        score={hasBegun ? { home: match.homeScore, away: match.guestScore } : null}
        clock={hasBegun ? matchClockText(match.clock, now, kind) : roomText('match.cardKickoff', moment(start))}
      />
    </ExportCard>
  )
}
