import { Link } from 'react-router-dom'
import { classNames } from '#lib/class-names.ts'
import { formatKickoff } from '#lib/format.ts'
import { matchClockText } from '#lib/match/match-clock.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { commonText } from '#messages/zh/common.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { cardLink } from '#ui/button/card-link.ts'
import { Badge, LiveBadge } from '#ui/text/Badge.tsx'
import type { MatchStage, MatchSummary } from './match-stage.ts'
import { hasScore, stageOf } from './match-stage.ts'
import styles from './MatchCard.module.css'
import { MatchCover } from './MatchCover.tsx'
import { MatchFoot } from './MatchFoot.tsx'
import { MatchTeams } from './MatchTeams.tsx'
import { anchorPath, leaguePath, roomPath } from '#lib/room-path.ts'

interface MatchCardProps {
  readonly match: MatchSummary
  readonly hasCover?: boolean
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly hasReminder: boolean
  readonly onReminder: (match: MatchSummary) => void
}

/** One match: 进入直播间 while it is in play, 预约 before, 已结束 after. The whole card links to the room. */
export function MatchCard({ match, hasCover = false, now, hasReminder, onReminder }: MatchCardProps) {
  const stage = stageOf(match)
  const when = stage === 'coming' ? formatKickoff(match.start_time, now) : matchClockText(match.clock, now, match.kind)
  return (
    <li className={classNames(styles.card, stage === 'ended' && styles.ended)}>
      <div className={classNames(styles.body, hasCover && styles.covered)}>
        {hasCover && <MatchCover match={match} className={styles.cover} />}
        <div className={styles.head}>
          <span className={styles.league}>
            <StageBadge stage={stage} />
            {hasScore(match.kind) ? (
              <Link className={styles.above} to={leaguePath(match.tid)}>
                {match.league}
              </Link>
            ) : (
              <span>{match.league}</span>
            )}
          </span>
          <span>{when}</span>
        </div>
        <Subject match={match} stage={stage} />
        <MatchFoot
          className={styles.foot}
          match={match}
          stage={stage}
          hasReminder={hasReminder}
          onReminder={onReminder}
        />
      </div>
    </li>
  )
}

function StageBadge({ stage }: { readonly stage: MatchStage }) {
  if (stage === 'live') return <LiveBadge text={commonText('match.talking')} />
  if (stage === 'away') return <Badge>{commonText('live.away')}</Badge>
  return stage === 'silent' ? <Badge>{commonText('live.noAnchor')}</Badge> : null
}

/**
 * Teams and score, or the anchor and the title. Before and after the match a link to the room covers the card; during
 * the match the button does. The links of the names are above it.
 */
function Subject({ match, stage }: { readonly match: MatchSummary; readonly stage: MatchStage }) {
  return (
    <div className={styles.subject}>
      {(stage === 'coming' || stage === 'ended') && (
        <Link className={cardLink} to={roomPath(match.eid)} aria-label={matchTitle(match)} />
      )}
      {hasScore(match.kind) ? <MatchTeams match={match} /> : <Talk match={match} />}
    </div>
  )
}

function Talk({ match }: { readonly match: MatchSummary }) {
  return (
    <span className={styles.talk}>
      <Avatar id={match.anchorRoomId} src={match.anchor.logo_square} size={48} />
      <span className={styles.about}>
        <b>
          <Link className={styles.above} to={anchorPath(match.anchor.anchor_id)}>
            <bdi>{match.anchor.anchor_nick}</bdi>
          </Link>
        </b>
        <span dir="auto">{match.room_info.title}</span>
      </span>
    </span>
  )
}
