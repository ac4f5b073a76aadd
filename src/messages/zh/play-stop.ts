import { LIMIT_NAMES, PERIOD_NAMES } from '#protocol/wallet/play-stop.ts'
import { createTranslator } from '../catalogue.ts'

/** Messages about time-outs, limits and reality checks on the screens where they stop something. */
export const playStopMessages = {
  'title.timeOut': '休息期中',
  'title.excluded': '自我排除中',
  'title.check': '请先回应时长提醒',
  'title.session': '{period}在线时长已用完',
  'title.limit': '已达到{period}{kind}',
  'end.fixed': '到 {end} 结束，不能提前结束',
  'end.forever': '永久有效，不能解除',
  'end.limit': '{end} 重新计算',
  'end.check': '回应后才能继续',
  'effect.play': '不能存款、投注、转入场馆、领取金币和送礼物。提款、转回资金、观看和聊天不受影响。',
  'effect.promotion': '期间没有活动和邀请。提款、转回资金、观看和聊天不受影响。',
  'effect.spend': '在此之前不能投注、转入场馆、领取金币和送礼物。',
  'effect.deposit': '在此之前不能存款，可用余额随时可以提款。',
  about: '查看详情',
  answer: '回应提醒',
  'kind.deposit': LIMIT_NAMES.deposit,
  'kind.loss': LIMIT_NAMES.loss,
  'kind.stake': LIMIT_NAMES.stake,
  'kind.session': LIMIT_NAMES.session,
  'period.day': PERIOD_NAMES.day,
  'period.week': PERIOD_NAMES.week,
  'period.month': PERIOD_NAMES.month,
} as const

export const playStopText = createTranslator('play-stop', playStopMessages)
