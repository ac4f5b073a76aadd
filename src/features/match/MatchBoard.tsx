import { useAtomValue } from 'jotai'
import { ArrowLeftRight, CircleDot, Flag, RectangleVertical } from 'lucide-react'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import type { MatchDetail } from '#state/room-match.ts'
import { matchNowAtom } from '#state/room-match.ts'
import { Crest } from '#ui/Crest.tsx'
import styles from './MatchBoard.module.css'
import { MatchLine } from './MatchLine.tsx'

const ICONS = {
  goal: CircleDot,
  'yellow-card': RectangleVertical,
  'red-card': RectangleVertical,
  substitution: ArrowLeftRight,
  whistle: Flag,
} as const

/** 动画: the match as it went, for who saves the picture: its line and everything that happened, newest first. */
export function MatchBoard({ detail }: { readonly detail: MatchDetail }) {
  const events = useAtomValue(matchNowAtom)?.events ?? []
  return (
    <div className={styles.board}>
      <div className={styles.line}>
        <MatchLine kind={detail.match.kind} />
      </div>
      {events.length === 0 ? (
        <p className={styles.empty}>
          <b>{rt('match.noEvents')}</b>
          {rt('match.noEventsText')}
        </p>
      ) : (
        <ol className={styles.events} aria-label={rt('match.events')}>
          {events.toReversed().map((event) => (
            <EventLine key={event.id} event={event} detail={detail} />
          ))}
        </ol>
      )}
    </div>
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
        <Crest team={event.side === 'home' ? team1 : team2} src={event.side === 'home' ? logo1 : logo2} size={22} />
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
