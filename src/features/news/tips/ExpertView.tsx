import type { DataOf } from '#protocol/endpoints/table.ts'
import { nt } from '#lib/messages/news.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Panel } from '#ui/Panel.tsx'
import styles from './ExpertView.module.css'
import { plainText } from '#lib/plain-text.ts'
import { Rate } from '../Rate.tsx'
import { TipRow } from './TipRow.tsx'

export interface ExpertViewProps {
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
          <h1 className={styles.name}>{plainText(name)}</h1>
          <p className={styles.beat}>{nt('expert.beat', { beat: plainText(beat) })}</p>
          <p>{plainText(intro)}</p>
        </div>
        <Rate record={record} />
      </Panel>
      <Panel title={nt('expert.tips')}>
        {tips.length === 0 ? (
          <p className={styles.none}>{nt('expert.noTips')}</p>
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
