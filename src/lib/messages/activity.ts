import { createTranslator } from './catalogue.ts'

/** Messages of campaign pages; loaded with them. */
export const activityMessages = {
  page: '活动',
  'stage.soon': '还没开始',
  'stage.open': '进行中',
  'stage.ended': '已结束',
  'left.soon': '离开始还有',
  'left.open': '离结束还有',
  'left.ended': '已经结束，内容还在',
  window: '{from} 至 {to}（北京时间）',
  stops: '这次看什么',
  stopsSoon: '先看看准备了什么',
  rule: '怎么参加',
  honest: '这是一起读、一起看的活动，没有奖品，也不用领取。',
  goneTitle: '没有这个活动',
  goneText: '可能已经收起来了，也可能链接少了一截',
  goneAction: '看正在进行的活动',
  home: '回首页',
  errorText: '活动没拿到，直播和聊天照常',
} as const satisfies Readonly<Record<string, string>>

export const act = createTranslator('activity', activityMessages)
