import { useAtomValue } from 'jotai'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import type { PlayKind } from '#lib/match/match-clock.ts'
import { isInPlay, playedSeconds } from '#lib/match/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import { clockAtom } from '#state/data/clock.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import { tabAfter } from '#ui/choice/tab-keys.ts'
import { Tooltip } from '#ui/overlay/Tooltip.tsx'
import { matchMarks, matchMinutes } from './match-marks.ts'
import styles from './MatchLine.module.css'

const buttonsOf = (line: HTMLElement) => [...line.querySelectorAll('button')]

/**
 * The timeline of the match: goals, cards and the current minute. Hover or press an event for its minute and name. One
 * event is in the tab order, the newest at first; arrow keys, Home and End move between events.
 */
export function MatchLine({ kind }: { readonly kind: PlayKind }) {
  const now = useAtomValue(clockAtom)
  const match = useAtomValue(matchNowAtom)
  const [chosen, setChosen] = useState<string | null>(null)
  const minutes = matchMinutes(kind)
  if (match === null || minutes === null) return null
  const percent = Math.min(100, (playedSeconds(match.clock, now, kind) / 60 / minutes) * 100)
  const marks = matchMarks(kind, match.events, minutes)
  const stop = marks.find(({ id }) => id === chosen) ?? marks.at(-1)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = buttonsOf(event.currentTarget)
    const next = tabAfter(
      event,
      buttons.findIndex((button) => button === document.activeElement),
      buttons.length,
    )
    if (next === null) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  const choose = (event: FocusEvent<HTMLElement>) => {
    const at = buttonsOf(event.currentTarget).findIndex((button) => button === event.target)
    setChosen(marks[at]?.id ?? null)
  }
  return (
    <div className={styles.line}>
      <span aria-hidden="true">{roomText('match.start')}</span>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of the marks in it has the focus */}
      <div className={styles.bar} role="toolbar" aria-label={roomText('match.line')} onKeyDown={press} onFocus={choose}>
        <i className={styles.played} style={{ width: `${percent}%` }} />
        <i className={styles.half} />
        {marks.map((mark) => (
          <Tooltip key={mark.id} text={roomText('match.mark', { time: mark.time, text: mark.text })} side="top">
            <button
              type="button"
              className={styles.mark}
              tabIndex={mark === stop ? 0 : -1}
              data-look={mark.variant}
              data-side={mark.side}
              style={{ left: `${mark.percent}%` }}
              aria-label={roomText('match.mark', { time: mark.time, text: mark.text })}
            />
          </Tooltip>
        ))}
        {isInPlay(match.clock) && <i className={styles.now} style={{ left: `${percent}%` }} />}
      </div>
      <span aria-hidden="true">{commonText('match.minuteOnly', { minute: minutes })}</span>
    </div>
  )
}
