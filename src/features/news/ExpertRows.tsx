import { newsText } from '#messages/zh/news.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import { Row, Rows } from '#ui/page/Rows.tsx'
import type { Expert } from './news-model.ts'
import { expertPath } from './news-path.ts'
import { plainText } from '#lib/plain-text.ts'
import { hitRate, type TipRecord } from '#protocol/rules/articles.ts'

/** A list of experts with their subjects and hit rates (S1.24). */
export function ExpertRows({ experts }: { readonly experts: readonly Expert[] }) {
  return (
    <Rows label={newsText('tips.experts')}>
      {experts.map(({ id, name, avatar, beat, record }) => (
        <Row
          key={id}
          to={expertPath(id)}
          lead={<Avatar id={id} src={avatar} size={32} />}
          title={plainText(name)}
          note={newsText('expert.beat', { beat: plainText(beat) })}
          end={rateShort(record)}
        />
      ))}
    </Rows>
  )
}

/** S1.24: 命中 62%, or 样本不足. */
export function rateShort(record: TipRecord): string {
  const rate = hitRate(record)
  return rate === null ? newsText('expert.fewShort') : newsText('expert.rateShort', { rate })
}
