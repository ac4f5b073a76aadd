import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { MatchView } from '#protocol/views/match-list.ts'
import { classNames } from '#lib/class-names.ts'
import { followText } from '#messages/zh/follow.ts'
import { formatAgo } from '#lib/format.ts'
import { isInPlay, matchClockShort } from '#lib/match/match-clock.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { cardLink } from '#ui/button/card-link.ts'
import { Section } from '#ui/page/Section.tsx'
import { Block } from '#ui/state/Block.tsx'
import { call } from '#transport/client.ts'
import styles from './RecentRooms.module.css'

const SHOWN = 8

export interface RecentRoomsProps {
  /** Matches of every kind. */
  readonly matches: readonly MatchView[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly roomPath: (eid: string) => string
}

/** Moves the focus to the neighbour of an item before it is removed, or to the page after the last one. */
function leaveRow(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const place = next ? next.querySelector('button') : button.closest('main')
  place?.focus({ preventScroll: true })
}

/** 最近观看: rooms that the member visited, newest first. Renders nothing before the first visit. */
export function RecentRooms({ matches, now, roomPath }: RecentRoomsProps) {
  const query = useServerData('visit.list', {})
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set<string>())
  const remove = async (eid: string) => {
    setRemoved((before) => new Set(before).add(eid))
    const result = await call('visit.remove', { eid })
    if (!result.ok) setRemoved((before) => new Set([...before].filter((one) => one !== eid)))
  }
  const data = query.data && query.data.list.filter(({ eid }) => !removed.has(eid)).slice(0, SHOWN)
  return (
    <Block
      name={followText('visit.title')}
      query={{ ...query, data }}
      failed={followText('visit.failed')}
      skeleton={null}
      isEmpty={(rooms) => rooms.length === 0}
    >
      {(rooms) => (
        <Section title={followText('visit.title')}>
          <ul className={styles.rooms}>
            {rooms.map(({ eid, title, visitedAt }) => {
              const match = matches.find((one) => one.eid === eid)
              const isOn = match !== undefined && isInPlay(match.clock)
              return (
                <li key={eid} className={styles.room}>
                  <Link className={classNames(styles.link, cardLink)} to={roomPath(eid)}>
                    <span className={styles.title}>{title}</span>
                    <small className={styles.note} data-live={isOn || undefined}>
                      {isOn ? matchClockShort(match.clock, now, match.kind) : formatAgo(visitedAt, now)}
                    </small>
                  </Link>
                  <button
                    className={styles.remove}
                    type="button"
                    aria-label={followText('visit.remove', { title })}
                    onClick={({ currentTarget }) => {
                      leaveRow(currentTarget)
                      void remove(eid)
                    }}
                  >
                    <X size={14} />
                  </button>
                </li>
              )
            })}
          </ul>
        </Section>
      )}
    </Block>
  )
}
