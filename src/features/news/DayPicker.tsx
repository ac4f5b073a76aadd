import { ChevronLeft, ChevronRight } from 'lucide-react'
import { nt } from '#lib/text/news.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './DayPicker.module.css'
import { dateAfter, timeOfDate } from './news-path.ts'

export interface DayPickerProps {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly today: string
  /** The days that can be asked for; not known before the first answer. */
  readonly range: { readonly firstDate: string; readonly lastDate: string } | null
  readonly onDateChange: (date: string) => void
}

/** Day by day, or straight to one; never outside the season. */
export function DayPicker({ date, today, range, onDateChange }: DayPickerProps) {
  const isFirst = range !== null && date <= range.firstDate
  const isLast = range !== null && date >= range.lastDate
  return (
    <div className={styles.picker}>
      <IconButton
        label={nt('data.previousDay')}
        icon={<ChevronLeft size={20} />}
        disabled={isFirst}
        onClick={() => onDateChange(dateAfter(date, -1))}
      />
      <input
        className={styles.date}
        type="date"
        aria-label={nt('data.date')}
        value={date}
        min={range?.firstDate}
        max={range?.lastDate}
        required
        onChange={({ currentTarget: { value } }) => {
          // While a year is typed the value is empty or far away: the day stays until there is one.
          const isInside = range === null || (range.firstDate <= value && value <= range.lastDate)
          if (timeOfDate(value) !== null && isInside) onDateChange(value)
        }}
      />
      <IconButton
        label={nt('data.nextDay')}
        icon={<ChevronRight size={20} />}
        disabled={isLast}
        onClick={() => onDateChange(dateAfter(date, 1))}
      />
      {date !== today && (
        <Button kind="quiet" size="small" onClick={() => onDateChange(today)}>
          {nt('data.today')}
        </Button>
      )}
    </div>
  )
}
