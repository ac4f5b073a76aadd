import { Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import { horizontalAnchors } from '#protocol/rules/anchor.ts'
import { classNames } from '#lib/class-names.ts'
import { formatCompact } from '#lib/format.ts'
import { matchTitle, type TitledMatch } from '#lib/match/match-title.ts'
import { commonText } from '#messages/zh/common.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Badge } from '#ui/text/Badge.tsx'
import type { MatchStage, MatchSummary } from './match-stage.ts'
import { hasScore } from './match-stage.ts'
import styles from './MatchFoot.module.css'
import { roomPath } from '#lib/room-path.ts'

interface MatchFootProps {
  readonly className?: string | undefined
  readonly match: MatchSummary
  readonly stage: MatchStage
  readonly hasReminder: boolean
  readonly onReminder: (match: MatchSummary) => void
}

/** The card footer: anchors, viewers and the link to the room. */
export function MatchFoot({ className, match, stage, hasReminder, onReminder }: MatchFootProps) {
  const words = anchorText(match, stage)
  return (
    <div className={classNames(styles.foot, className)}>
      <span className={styles.people}>
        {hasScore(match.kind) && <Faces match={match} />}
        {words !== '' && <span className={styles.words}>{words}</span>}
        {stage !== 'ended' && match.viewers > 0 && <Viewers count={match.viewers} />}
      </span>
      {stage === 'ended' && <Badge>{commonText('live.ended')}</Badge>}
      {stage === 'coming' && (
        <ReminderButton match={match} hasReminder={hasReminder} onReminder={onReminder} className={styles.reminder} />
      )}
      {stage !== 'ended' && stage !== 'coming' && (
        <Link
          className={classNames(buttonClass({ kind: 'minor', size: 'tiny' }), styles.enter)}
          to={roomPath(match.eid)}
          aria-label={
            hasScore(match.kind)
              ? commonText('live.enterMatch', { home: match.team1, away: match.team2 })
              : commonText('live.enterTalk', { name: match.anchor.anchor_nick })
          }
        >
          {commonText('live.enter')}
        </Link>
      )}
    </div>
  )
}

function Faces({ match }: { readonly match: MatchSummary }) {
  const { shown, more } = horizontalAnchors(match.anchor_list) // S4.34
  return (
    <span className={styles.faces}>
      {shown.map((anchor) => (
        <Avatar key={anchor.anchorRoomId} id={anchor.anchorRoomId} src={anchor.logo_square} size={22} />
      ))}
      {more > 0 && <small className={styles.more}>+{more}</small>}
    </span>
  )
}

/** 楚楚讲球等 3 位主播. For a talk show the anchor is named above. */
function anchorText(match: MatchSummary, stage: MatchStage): string {
  if (!hasScore(match.kind)) return ''
  const { all } = horizontalAnchors(match.anchor_list)
  const name = all[0]?.anchor_nick ?? match.anchor.anchor_nick
  const anchors = all.length > 1 ? commonText('live.anchors', { name, count: all.length }) : name
  return stage === 'coming' ? commonText('live.waiting', { name: anchors }) : anchors
}

function Viewers({ count }: { readonly count: number }) {
  return (
    <span className={styles.viewers}>
      <Users size={14} aria-hidden="true" />
      <span aria-hidden="true">{formatCompact(count)}</span>
      <span className="visually-hidden">{commonText('live.viewers', { count: formatCompact(count) })}</span>
    </span>
  )
}

interface ReminderButtonProps<Match extends TitledMatch> {
  readonly match: Match
  readonly hasReminder: boolean
  readonly onReminder: (match: Match) => void
  readonly size?: 'tiny' | 'medium'
  readonly className?: string | undefined
}

/** 预约: sets a reminder for the start of the match. A second press removes it. */
export function ReminderButton<Match extends TitledMatch>({
  match,
  hasReminder,
  onReminder,
  size = 'tiny',
  className,
}: ReminderButtonProps<Match>) {
  const title = matchTitle(match)
  return (
    <Button
      className={classNames(hasReminder && styles.taken, className)}
      kind="reminder"
      size={size}
      aria-label={hasReminder ? commonText('live.remindedMatch', { title }) : commonText('live.remindMatch', { title })}
      onClick={() => onReminder(match)}
    >
      {hasReminder ? commonText('live.reminded') : commonText('live.remind')}
    </Button>
  )
}
