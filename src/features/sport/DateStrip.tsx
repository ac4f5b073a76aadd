import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { formatDate, formatWeekday } from '#lib/format.ts'
import { sportsText } from '#messages/zh/sports.ts'
import styles from './DateStrip.module.css'

const DAYS = 7

interface DateStripProps {
  /** Server clock, epoch milliseconds. */
  readonly now: number
  /** The selected day, `YYYY-MM-DD`, a valid date. */
  readonly date: string
  readonly pathOf: (date: string) => string
  /** The matches in play, before the days. */
  readonly live: { readonly path: string; readonly count: number; readonly isShown: boolean }
}

/** 直播中, today and the next six days, and the selected day if it is none of them. */
export function DateStrip({ now, date, pathOf, live }: DateStripProps) {
  const strip = useRef<HTMLElement>(null)
  const week = Array.from({ length: DAYS }, (_, ahead) => siteDateOf(now + ahead * DAY_MS))
  const days = week.includes(date) ? week : [...week, date].toSorted()
  const shown = live.isShown ? 0 : days.indexOf(date) + 1
  const nameOf = (day: string, time: number) => {
    if (day === week[0]) return sportsText('today')
    return day === week[1] ? sportsText('tomorrow') : formatWeekday(time)
  }

  // The days do not all fit on a phone. Scrolls the selected one into view without scrolling the page.
  useLayoutEffect(() => {
    const box = strip.current
    const day = box?.children[shown]
    if (!box || !day) return
    const [outer, inner] = [box.getBoundingClientRect(), day.getBoundingClientRect()]
    box.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
  }, [shown])

  return (
    <nav ref={strip} className={styles.strip} aria-label={sportsText('dates')}>
      <Link className={styles.day} to={live.path} replace aria-current={live.isShown ? 'page' : undefined}>
        <b>{sportsText('liveNow')}</b>
        <span>{sportsText('liveCount', { count: live.count })}</span>
      </Link>
      {days.map((day) => {
        const time = Date.parse(`${day}T12:00:00+08:00`)
        return (
          <Link
            key={day}
            className={styles.day}
            to={pathOf(day)}
            replace
            aria-current={day === date && !live.isShown ? 'date' : undefined}
          >
            <b>{nameOf(day, time)}</b>
            <span>{formatDate(time, now)}</span>
          </Link>
        )
      })}
    </nav>
  )
}
