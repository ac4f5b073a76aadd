import { ArrowLeftRight, CircleDot, Flag, RectangleVertical, Timer } from 'lucide-react'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import type { MatchDetail } from '#state/room-match.ts'
import { Crest } from '#ui/Crest.tsx'
import styles from './EventList.module.css'

const ICONS = {
  goal: CircleDot,
  'yellow-card': RectangleVertical,
  'red-card': RectangleVertical,
  substitution: ArrowLeftRight,
  corner: Flag,
  whistle: Timer,
} as const

interface EventListProps {
  readonly events: readonly MatchEvent[]
  readonly detail: MatchDetail
}

/** Everything that happened, newest first. */
export function EventList({ events, detail }: EventListProps) {
  if (events.length === 0) {
    return (
      <p className={styles.empty}>
        <b>{rt('match.noEvents')}</b>
        {rt('match.noEventsText')}
      </p>
    )
  }
  return (
    <ol className={styles.events} aria-label={rt('match.events')}>
      {events.toReversed().map((event) => (
        <EventLine key={event.id} event={event} detail={detail} />
      ))}
    </ol>
  )
}

function EventLine({ event, detail }: { readonly event: MatchEvent; readonly detail: MatchDetail }) {
  const { team1, team2, team1_logo: logo1, team2_logo: logo2 } = detail.match
  const Icon = ICONS[event.type]
  return (
    <li className={styles.event} data-type={event.type} data-side={event.side}>
      <span className={styles.minute}>{t('match.minuteOnly', { minute: event.minute })}</span>
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
