import { hitRate, MIN_TIPS_FOR_RATE } from '#protocol/rules/tips.ts'
import { nt } from '#lib/messages/news.ts'
import styles from './Rate.module.css'
import type { Expert } from './news-model.ts'

/** S1.24: the hit rate with its sample size. Without enough settled tips it says so. */
export function Rate({ record }: { readonly record: Expert['record'] }) {
  const rate = hitRate(record)
  const { days, settled, right } = record
  return (
    <div className={styles.rate}>
      <p className={styles.figure}>
        <small>{nt('expert.rate')}</small>
        {rate === null ? <b className={styles.none}>{nt('expert.fewShort')}</b> : <b>{rate}%</b>}
      </p>
      <p className={styles.text}>
        {rate === null
          ? nt('expert.fewText', { days, settled, least: MIN_TIPS_FOR_RATE })
          : nt('expert.rateText', { days, settled, right })}
        <br />
        {nt('expert.until')}
      </p>
    </div>
  )
}
