import { createTranslator } from './catalogue.ts'

/** Messages of transfers. */
export const walletFundsMessages = {
  'amount.label': '金额',
  'amount.empty': '请填写金额',
  'amount.min': '最少 {min}',
  'amount.max': '单笔最多 {max}',
  'amount.more': '余额不足',

  'flow.from': '从',
  'flow.to': '到',
  'flow.swap': '交换方向',

  'unsettled.title': '正在确认结果',
  'unsettled.text': '{what}：已经提交，还没收到回复。结果出来前不能提交新的一笔。再次查询不会重复扣款。',
  'unsettled.repeat': '再次查询',

  'transfer.title': '转账',
  'transfer.lead': '在中心钱包和场馆之间转账，随时可以转回',
  'transfer.panel': '新的转账',
  'transfer.loadFailed': '余额和转账记录加载失败',
  'transfer.center': '中心钱包',
  'transfer.venue': '场馆',
  'transfer.aVenue': '请选择场馆',
  'transfer.venueEmpty': '请选择可以转账的场馆',
  'transfer.maintenance': '维护中',
  'transfer.preparing': '暂未开放',
  'transfer.checking': '结果查询中',
  'transfer.noBalance': '没有余额',
  'transfer.sentIn': '转入{venue} {amount}',
  'transfer.sentOut': '从{venue}转回 {amount}',
  'transfer.results': '转账结果',
  'transfer.doneIn': '{amount} 已转入{venue}',
  'transfer.doneOut': '{amount} 已从{venue}转回中心钱包',
  'transfer.doneText': '余额已更新',
  'transfer.failed': '没有转成',
  'transfer.failedIn': '{amount} 已退回中心钱包',
  'transfer.failedOut': '{amount} 仍在{venue}',
  'transfer.openTitle': '查询中：{venue}还没有回复结果',
  'transfer.openText': '{amount} 已冻结，不会丢失。每隔几秒自动查询，结果出来前这个场馆不能再转账。',
  'transfer.orderNo': '单号 {orderNo}',
  'transfer.closeCard': '收起',

  'recover.title': '一键回收',
  'recover.total': '场馆余额合计',
  'recover.action': '全部转回中心钱包',
  'recover.text': '每个场馆各转一笔，分别显示结果',
  'recover.nothing': '场馆里没有余额',
  'recover.checking': '有转账还在查询结果，结果出来后可以回收',
  'recover.sent': '全部转回中心钱包',
  'recover.results': '各场馆的回收结果',
  'recover.failed': '未转回',

  'recent.title': '最近转账',
  'recent.all': '全部记录',
  'recent.loadFailed': '转账记录加载失败',
  'recent.empty': '还没有转账',
} as const

export const wf = createTranslator('wallet-funds', walletFundsMessages)
