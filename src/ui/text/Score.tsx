import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import styles from './Score.module.css'

/** One number of a score. A change animates once in 240 ms. */
export function ScoreFigure({ value }: { readonly value: number }) {
  const [shown, setShown] = useState({ value, hasChanged: false })
  if (shown.value !== value) setShown({ value, hasChanged: true })
  return (
    <span className={styles.cell}>
      <span key={value} className={classNames(styles.figure, shown.hasChanged && styles.roll)}>
        {value}
      </span>
    </span>
  )
}

interface ScoreProps {
  readonly home: number
  readonly away: number
  /** 16, 28 or 36 px. */
  readonly size?: 'small' | 'medium' | 'large'
}

/** `2 : 1`, read as 2 比 1. */
export function Score({ home, away, size = 'medium' }: ScoreProps) {
  return (
    <span className={classNames(styles.score, styles[size])}>
      <span className="visually-hidden">{commonText('score.text', { home, away })}</span>
      <span className={styles.pair} aria-hidden="true">
        <ScoreFigure value={home} />
        <i>:</i>
        <ScoreFigure value={away} />
      </span>
    </span>
  )
}
