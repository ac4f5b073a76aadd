import { createTranslator } from '../catalogue.ts'

/** Messages of the coins page and of the list of sent gifts. */
export const giftMessages = {
  'page.title': '金币',
  'page.lead': '金币用来给主播送礼物',
  'balance.title': '金币余额',
  'balance.failed': '余额加载失败',
  'balance.records': '送礼记录',
  'shop.title': '领取金币',
  'shop.text': '选择数量，领取后立即到账。',
  'shop.refused': '暂时不能领取：{reason}',
  'shop.stopped': '现在不能领取金币',
  'shop.failed': '暂时不知道能不能领取，请重试',
  'shop.buy': '领取 {coins} 金币',
  'about.title': '金币是什么',
  'about.play': '金币是演示资金，不涉及真实货币，领取不花钱。',
  'about.use': '在直播间送礼物会扣金币。送出前会显示总价和送出后的余额。',
  'about.once': '网络中断时不会重复扣除，结果查清后余额自动更新。',
  'about.limit': '每天可以领取的数量有上限，第二天重新计算。',
  'about.help': '更多说明',

  'history.to': '送到“{title}”',
  'history.gone': '送到已下线的直播间',
  'history.item': '{gift} ×{count}',
  'history.refunded': '已退回',
  'history.charged': '正在送达',
  'history.more': '加载更多',
  'history.failed': '记录加载失败，金币不受影响',
  'history.moreFailed': '加载失败，请重试',
  'history.empty': '暂无送礼记录',
  'history.emptyText': '送出的礼物、金额和对象会显示在这里',
  'history.end': '没有更多记录',
} as const

export const giftText = createTranslator('gift', giftMessages)
