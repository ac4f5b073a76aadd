import { useAtomValue } from 'jotai'
import { ArrowLeftRight, CircleDot, Flag, RectangleVertical } from 'lucide-react'
import { useRef } from 'react'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { exportElementPng } from '#lib/export-png.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import { serverNow } from '#transport/client.ts'
import type { MatchDetail, MatchNow } from '#state/room-match.ts'
import { matchNowAtom } from '#state/room-match.ts'
import { Button } from '#ui/Button.tsx'
import { Crest } from '#ui/Crest.tsx'
import { toast } from '#ui/toast-manager.ts'
import styles from './MatchBoard.module.css'
import { MatchLine } from './MatchLine.tsx'
import { ScoreCard } from './ScoreCard.tsx'

const ICONS = {
  goal: CircleDot,
  'yellow-card': RectangleVertical,
  'red-card': RectangleVertical,
  substitution: ArrowLeftRight,
  whistle: Flag,
} as const

/** Saves how the match stands as a picture (S2.21); not offered in talk shows, which have no score. */
function SaveCard({ detail, match }: { readonly detail: MatchDetail; readonly match: MatchNow }) {
  const card = useRef<HTMLDivElement>(null)
  const { team1: home, team2: away } = detail.match
  const save = async (): Promise<void> => {
    if (card.current === null) return
    const isSaved = await exportElementPng(card.current, rt('match.cardName', { home, away }))
    if (!isSaved) toast({ text: rt('match.cardFailed'), tone: 'danger' })
  }
  return (
    <div className={styles.save}>
      <Button size="small" onClick={() => void save()}>
        {rt('match.saveCard')}
      </Button>
      <ScoreCard ref={card} detail={detail} match={match} now={serverNow()} />
    </div>
  )
}

/** 动画: the match as it went, for who saves the picture: its line and everything that happened, newest first. */
export function MatchBoard({ detail }: { readonly detail: MatchDetail }) {
  const match = useAtomValue(matchNowAtom)
  const events = match?.events ?? []
  return (
    <div className={styles.board}>
      <div className={styles.line}>
        <MatchLine kind={detail.match.kind} />
      </div>
      {match !== null && detail.match.kind !== 'anchor' && <SaveCard detail={detail} match={match} />}
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
