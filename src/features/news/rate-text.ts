import { hitRate, type TipRecord } from '#protocol/rules/tips.ts'
import { nt } from '#lib/messages/news.ts'

/** S1.24: 命中 62%, or 样本不足. */
export function rateShort(record: TipRecord): string {
  const rate = hitRate(record)
  return rate === null ? nt('expert.fewShort') : nt('expert.rateShort', { rate })
}
