import { ArrowLeftRight, CircleDot, Flag, RectangleVertical, Timer } from 'lucide-react'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { roomText } from '#messages/zh/room.ts'
import type { MatchDetail, MatchNow } from '#state/room/room-match.ts'
import { Crest } from '#ui/art/Crest.tsx'
import styles from './EventList.module.css'
import { isMissingGoals } from './match-marks.ts'
import { eventTime } from './play-time.ts'

const ICONS = {
  goal: CircleDot,
  'yellow-card': RectangleVertical,
  'red-card': RectangleVertical,
  substitution: ArrowLeftRight,
  corner: Flag,
  whistle: Timer,
} as const

interface EventListProps {
  readonly detail: MatchDetail
  readonly match: MatchNow
}

/** All events, newest first. Says so if the score contains unrecorded goals. */
export function EventList({ detail, match }: EventListProps) {
  const { events } = match
  const isPartial = isMissingGoals(detail.match.kind, match)
  const earlier = roomText(detail.match.kind === 'football' ? 'match.earlierGoals' : 'match.earlierScores')
  if (events.length === 0) {
    // Points of basketball are too frequent to be events.
    if (detail.match.kind === 'basketball') {
      return <NoEvents title={roomText('match.pointsOnly')} text={roomText('match.pointsOnlyText')} />
    }
    const title = isPartial ? earlier : roomText('match.noEvents')
    return <NoEvents title={title} text={roomText('match.noEventsText')} />
  }
  return (
    <>
      <ol className={styles.events} aria-label={roomText('match.events')}>
        {events.toReversed().map((event) => (
          <EventLine key={event.id} event={event} detail={detail} />
        ))}
      </ol>
      {isPartial && <p className={styles.earlier}>{earlier}</p>}
    </>
  )
}

function NoEvents({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p className={styles.empty}>
      <b>{title}</b>
      {text}
    </p>
  )
}

function EventLine({ event, detail }: { readonly event: MatchEvent; readonly detail: MatchDetail }) {
  const { team1, team2, team1_logo: logo1, team2_logo: logo2 } = detail.match
  const Icon = ICONS[event.type]
  return (
    <li className={styles.event} data-type={event.type} data-side={event.side}>
      <span className={styles.minute}>{eventTime(event, detail.match.kind)}</span>
      <Icon size={16} aria-hidden="true" />
      {event.side !== 'none' && (
        <Crest team={event.side === 'home' ? team1 : team2} src={event.side === 'home' ? logo1 : logo2} size={20} />
      )}
      <span className={styles.text}>{event.text}</span>
      {event.type === 'goal' && (
        <b className={styles.score}>
          {event.homeScore} : {event.awayScore}
        </b>
      )}
    </li>
  )
}
