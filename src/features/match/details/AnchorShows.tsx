import { Link } from 'react-router-dom'
import type { Show } from '#protocol/endpoints/match.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatKickoff } from '#lib/format.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { roomPath } from '#lib/room-path.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { LiveBadge } from '#ui/text/Badge.tsx'
import styles from './AnchorShows.module.css'

interface ShowRowsProps {
  readonly shows: readonly Show[]
  /** Shown instead of an empty list. */
  readonly none: string
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** Shows of an anchor with their start; those with a room are links. */
export function ShowRows({ shows, none, now }: ShowRowsProps) {
  if (shows.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <Rows>
      {shows.map(({ eid, title, league, startAt, hasRoom }) => (
        <Row
          key={`${eid} ${startAt}`}
          title={title}
          note={league}
          end={<time dateTime={new Date(startAt).toISOString()}>{formatKickoff(startAt, now)}</time>}
          {...(hasRoom && { to: roomPath(eid) })}
        />
      ))}
    </Rows>
  )
}

/** The show on air; nothing if the anchor is not live. */
export function CurrentShow({ show }: { readonly show: Show }) {
  return (
    <div className={styles.current}>
      <LiveBadge />
      <span>
        <b dir="auto">{show.title}</b>
        <small>{show.league}</small>
      </span>
      <Link className={buttonClass({ kind: 'minor', size: 'small' })} to={roomPath(show.eid)}>
        {sportsText('match.anchor.enter')}
      </Link>
    </div>
  )
}

interface AnchorShowsProps {
  readonly anchor: Pick<DataOf<'anchor.detail'>, 'coming' | 'past'>
  readonly now: number
}

/** The schedule and the past shows of an anchor, for the room. */
export function AnchorShows({ anchor: { coming, past }, now }: AnchorShowsProps) {
  return (
    <div className={styles.shows}>
      <section aria-label={sportsText('match.anchor.coming')}>
        <h3>{sportsText('match.anchor.coming')}</h3>
        <ShowRows shows={coming} none={sportsText('match.anchor.noComing')} now={now} />
      </section>
      <section aria-label={sportsText('match.anchor.past')}>
        <h3>{sportsText('match.anchor.past')}</h3>
        <ShowRows shows={past} none={sportsText('match.anchor.noPast')} now={now} />
      </section>
    </div>
  )
}
