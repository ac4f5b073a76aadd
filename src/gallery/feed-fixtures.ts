import type { EntryAuthor } from '#protocol/room/feed.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import type { FeedItem } from '#state/feed/feed-state.ts'
import { GALLERY_NOW } from './fixtures.ts'

export function author(memberName: string, vipLevel = 0, more: Partial<EntryAuthor> = {}): EntryAuthor {
  const userId = `u-${memberName}`
  return {
    venueName: 'YB',
    siteId: 5009,
    siteSeries: 5000,
    memberId: userId,
    memberName,
    vipLevel,
    userId,
    level: 1,
    ...more,
  }
}

/** Common fields of log entries. */
function at(seq: number, from: EntryAuthor | null = null) {
  return { id: `r${seq}`, seq, at: GALLERY_NOW + seq * 1000, author: from, isMine: false, isMention: false }
}

const ROWS: readonly FeedRow[] = [
  { ...at(1, author('海边的卡夫')), kind: 'text', data: { text: '开场这二十分钟压得真好' } },
  { ...at(2, author('麦田守门员', 2)), kind: 'text', data: { text: '身位拉得太好了' } },
  { ...at(3, author('南看台老周', 6)), kind: 'text', data: { text: '这才像踢德比' } },
  {
    ...at(4, author('楚楚讲球', 0, { role: 'anchor' })),
    kind: 'text',
    data: { text: '上半场先看边路，谁先打穿谁占便宜' },
  },
  { ...at(5, author('看台小管', 0, { role: 'admin' })), kind: 'text', data: { text: '刷屏的先歇一歇' } },
  {
    ...at(6, author('小满', 3)),
    kind: 'text',
    data: { text: '同意，中场太松', reply: { id: 'r2', memberName: '南看台老周', text: '这才像踢德比' } },
  },
  { ...at(7, author('阿楠', 4)), kind: 'text', isMention: true, data: { text: '@我 下半场换人猜对了' } },
  { ...at(8, author('铁路工人', 1)), kind: 'image', data: { sticker: 'cheer', alt: '加油' } },
  {
    ...at(9, author('阿楠', 4)),
    kind: 'gift',
    data: {
      giftOrderNo: 'G1',
      giftId: 4,
      giftName: '战鼓',
      giftIcon: '/art/gift-drum.svg',
      count: 6,
      comboId: 'c1',
      comboCount: 6,
      total: 594,
    },
  },
  {
    ...at(10, author('海边的卡夫', 2)),
    kind: 'order',
    data: {
      message: { categoryName: '全场独赢', itemName: '北港联 胜', score: '2:1', teamLogo: '/art/crest-beigang.svg' },
      odds: 1620,
    },
  },
  { ...at(11, author('海边的卡夫', 2)), kind: 'revert', data: { orderId: 'o1' } },
  {
    ...at(12),
    kind: 'system',
    data: {
      text: '进球！北港联 2 : 1 领先',
      event: { id: 'e1', type: 'goal', side: 'home', minute: 67, text: '', homeScore: 2, awayScore: 1 },
    },
  },
  { ...at(13), kind: 'system', data: { text: '下半场开始' } },
  { ...at(14), kind: 'pin', data: { text: '今晚 22:30 复盘，留着座位' } },
]

/** One message of each kind. */
export const GALLERY_ROWS: readonly FeedItem[] = [
  ...ROWS.map((row): FeedItem => ({ type: 'row', key: row.id, epoch: 1, row })),
  { type: 'divider', key: 'd1', missed: 128, isLost: false },
  { type: 'dropped', key: 'f1', count: 36 },
  { type: 'deleted', key: 'x1' },
  {
    type: 'outgoing',
    key: 'o1',
    cid: 'o1',
    text: '好球',
    reply: null,
    state: 'pending',
    failure: null,
    acknowledged: null,
  },
  {
    type: 'outgoing',
    key: 'o2',
    cid: 'o2',
    text: '再来一个',
    reply: null,
    state: 'failed',
    failure: null,
    acknowledged: null,
  },
]
