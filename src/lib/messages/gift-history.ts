import { isolated } from '../bidi.ts'
import { localized } from './catalogue.ts'

/** Messages of the gift history. */
export const giftHistoryMessages = localized('gift-history', {
  open: '我的记录',
  title: '我送出的礼物',
  aside: '仅自己可见',
  to: (title: string) => `送到“${isolated(title)}”`,
  gone: '送到已下线的直播间',
  item: (gift: string, count: number) => `${isolated(gift)} ×${count}`,
  refunded: '已退回',
  charged: '正在送达',
  more: '加载更多',
  failed: '记录加载失败，金币不受影响',
  moreFailed: '加载失败，请重试',
  empty: '暂无送礼记录',
  emptyText: '送出的礼物、金额和对象会显示在这里',
  end: '没有更多记录',
} as const)
