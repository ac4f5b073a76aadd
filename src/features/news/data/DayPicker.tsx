import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { formatDate, formatWeekday } from '#lib/format.ts'
import { newsText } from '#messages/zh/news.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import styles from './DayPicker.module.css'
import { dateAfter, timeOfDate } from '../news-path.ts'

interface DayPickerProps {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly today: string
  /** The selectable days; null before the first response. */
  readonly range: { readonly firstDate: string; readonly lastDate: string } | null
  readonly onDateChange: (date: string) => void
}

/** 11 月 22 日 周日. A date field formats dates in the language of the browser, not of the site. */
function dayText(date: string): string {
  const time = timeOfDate(date)
  return time === null ? date : `${formatDate(time, time)} ${formatWeekday(time)}`
}

/** Opens the calendar on a press anywhere in the field, not only on its icon. */
function openCalendar(field: HTMLInputElement | null): void {
  try {
    field?.showPicker()
  } catch {
    // Not allowed here: the date is typed.
  }
}

/** Steps by day, or selects a day within the season. */
export function DayPicker({ date, today, range, onDateChange }: DayPickerProps) {
  const isFirst = range !== null && date <= range.firstDate
  const isLast = range !== null && date >= range.lastDate
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.picker}>
      <IconButton
        label={newsText('data.previousDay')}
        icon={<ChevronLeft size={20} />}
        disabled={isFirst}
        onClick={() => onDateChange(dateAfter(date, -1))}
      />
      <span className={styles.date}>
        <CalendarDays size={16} aria-hidden="true" />
        <span aria-hidden="true">{dayText(date)}</span>
        <input
          ref={field}
          className={styles.field}
          type="date"
          aria-label={newsText('data.date')}
          value={date}
          min={range?.firstDate}
          max={range?.lastDate}
          required
          onClick={() => openCalendar(field.current)}
          onChange={({ currentTarget: { value } }) => {
            // While a year is typed the value is empty or out of range; the day does not change until the value is
            // valid.
            const isInside = range === null || (range.firstDate <= value && value <= range.lastDate)
            if (timeOfDate(value) !== null && isInside) onDateChange(value)
          }}
        />
      </span>
      <IconButton
        label={newsText('data.nextDay')}
        icon={<ChevronRight size={20} />}
        disabled={isLast}
        onClick={() => onDateChange(dateAfter(date, 1))}
      />
      {date !== today && (
        <Button kind="quiet" size="small" onClick={() => onDateChange(today)}>
          {newsText('data.today')}
        </Button>
      )}
    </div>
  )
}
