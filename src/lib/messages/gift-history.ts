import { localized } from './catalogue.ts'

/** Messages of the gift history. */
export const giftHistoryMessages = localized('gift-history', {
  open: '我的记录',
  title: '我送出的礼物',
  aside: '只有你自己看得到',
  to: (title: string) => `送到“${title}”`,
  gone: '送到已经撤下的房间',
  item: (gift: string, count: number) => `${gift} ×${count}`,
  refunded: '已退回',
  charged: '正在送达',
  more: '再看 20 条',
  failed: '记录没拿到，金币不受影响',
  moreFailed: '后面的没拿到，再试一次',
  empty: '还没送过礼物',
  emptyText: '送出第一份之后，花了多少、送给谁，都会记在这里',
  end: '到底了，全部记录都在上面',
} as const)
