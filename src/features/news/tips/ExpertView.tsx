import type { DataOf } from '#protocol/endpoints/table.ts'
import { newsText } from '#messages/zh/news.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Panel } from '#ui/page/Panel.tsx'
import styles from './ExpertView.module.css'
import { plainText } from '#lib/plain-text.ts'
import { TipRow } from './TipRow.tsx'
import { hitRate, MIN_TIPS_FOR_RATE } from '#protocol/rules/articles.ts'
import type { Expert } from '../news-model.ts'

interface ExpertViewProps {
  readonly expert: DataOf<'tips.expert'>
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** S1.24: an expert with the record and the latest tips. */
export function ExpertView({ expert, now }: ExpertViewProps) {
  const { id, name, avatar, intro, beat, record, tips } = expert
  return (
    <>
      <Panel isLead className={styles.head}>
        <Avatar id={id} src={avatar} size={72} />
        <div className={styles.about}>
          <h1 className={styles.name} dir="auto">
            {plainText(name)}
          </h1>
          <p className={styles.beat}>{newsText('expert.beat', { beat: plainText(beat) })}</p>
          <p dir="auto">{plainText(intro)}</p>
        </div>
        <Rate record={record} />
      </Panel>
      <Panel title={newsText('expert.tips')}>
        {tips.length === 0 ? (
          <p className={styles.none}>{newsText('expert.noTips')}</p>
        ) : (
          <ul>
            {tips.map((tip) => (
              <TipRow key={tip.id} tip={tip} now={now} hasExpert={false} level={3} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

/** S1.24: the hit rate with its sample size. Without enough settled tips it says so. */
function Rate({ record }: { readonly record: Expert['record'] }) {
  const rate = hitRate(record)
  const { days, settled, right } = record
  return (
    <div className={styles.rate}>
      <p className={styles.figure}>
        <small>{newsText('expert.rate')}</small>
        {rate === null ? <b className={styles.rateNone}>{newsText('expert.fewShort')}</b> : <b>{rate}%</b>}
      </p>
      <p className={styles.text}>
        {rate === null
          ? newsText('expert.fewText', { days, settled, least: MIN_TIPS_FOR_RATE })
          : newsText('expert.rateText', { days, settled, right })}
        <br />
        {newsText('expert.until')}
      </p>
    </div>
  )
}
