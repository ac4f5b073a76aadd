import { createTranslator } from './catalogue.ts'

/** Messages of campaign pages; loaded with them. */
export const activityMessages = {
  page: '活动',
  'stage.soon': '未开始',
  'stage.open': '进行中',
  'stage.ended': '已结束',
  'left.soon': '距开始',
  'left.open': '距结束',
  'left.ended': '活动已结束，内容仍可查看',
  window: '{from} 至 {to}（北京时间）',
  stops: '活动内容',
  stopsSoon: '活动预告',
  rule: '活动规则',
  honest: '本活动没有奖品，无需领取。',
  goneTitle: '活动不存在',
  goneText: '活动可能已下线，或链接不完整',
  goneAction: '查看进行中的活动',
  home: '返回首页',
  errorText: '活动加载失败，直播和聊天不受影响',
} as const satisfies Readonly<Record<string, string>>

export const act = createTranslator('activity', activityMessages)
