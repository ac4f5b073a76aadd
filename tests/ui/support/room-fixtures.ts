import { GALLERY_GIFTS } from '#gallery/room-fixtures.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { success } from '#protocol/result.ts'
import type { MatchEvent, MatchOdds } from '#protocol/room/feed.ts'
import type { FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { author, batch, giftRow, NOON, orderRow, SNAPSHOT, systemRow, textRow } from './feed-fixtures.ts'
import { transport } from './fake-transport.ts'

export const MEMBER: Member = {
  userId: 'u-me',
  nickname: '坐后排',
  avatar: '/art/av-3.svg',
  vipLevel: 2,
  level: 3,
  currency: 'CNY',
  siteId: 5009,
  agentStatus: 0,
  tags: [],
}

export const GIFTS = GALLERY_GIFTS

const event = (
  id: string,
  type: MatchEvent['type'],
  side: MatchEvent['side'],
  minute: number,
  text: string,
  score: [number, number],
) => ({
  id,
  type,
  side,
  minute,
  text,
  homeScore: score[0],
  awayScore: score[1],
})

export const EVENTS: MatchEvent[] = [
  event('m0', 'whistle', 'none', 0, '开球', [0, 0]),
  event('m1', 'goal', 'home', 18, '进球！沈砚 18′ 推射远角', [1, 0]),
  event('m2', 'goal', 'away', 34, '进球！陈屿 34′ 反击得手', [1, 1]),
  event('m3', 'yellow-card', 'home', 52, '黄牌：高远', [1, 1]),
  event('m4', 'goal', 'home', 64, '进球！陆一鸣 64′ 头球破门', [2, 1]),
]

export const ODDS: MatchOdds = {
  home: { value: 1620, move: 'down' },
  draw: { value: 3750, move: 'same' },
  away: { value: 5200, move: 'up' },
  suspended: false,
  delaySeconds: 6,
}

const CLOCK = { phase: 'second-half', phaseStartedAt: NOON - (22 * 60 + 24) * 1_000 } as const

export const DETAIL: MatchDetail = {
  match: {
    eid: 'eid-1',
    egid: 'soccer',
    venueName: 'YB',
    eventId: 'e-1',
    channel: 'OBTY',
    matchId: 'm-1',
    anchorRoomId: 'a-1',
    chatRoomNo: 'room-1',
    kind: 'football',
    team1: '北港联',
    team2: '南屿',
    team1_id: 'beigang',
    team2_id: 'nanyu',
    team1_logo: '/art/crest-beigang.svg',
    team2_logo: '/art/crest-nanyu.svg',
    homeScore: 2,
    guestScore: 1,
    start_datetime: '2026-11-21 20:00:00',
    start_time: NOON - 67 * 60_000,
    animation_url: '/app/live/eid-1?tab=animation',
    league: '海岸联赛',
    sport_type: 'football',
    ve_name: 'YB',
    anchor: { anchor_id: 'chuchu', anchor_nick: '楚楚讲球', logo_square: '/art/av-1.svg' },
    anchor_status: 1,
    anchor_type: 1,
    room_info: { theme_id: 't', title: '北港德比夜', desc: '前职业队助教，只讲门道 · 8.6 万关注' },
    tid: 'football',
    dpid: 'eid-1',
    live: { web_flv_url: '' },
    anchor_list: [
      { anchorRoomId: 'a-1', anchor_nick: '楚楚讲球', logo_square: '/art/av-1.svg', anchor_status: 1, screen_mode: 1 },
      { anchorRoomId: 'a-2', anchor_nick: '老魏说球', logo_square: '/art/av-4.svg', anchor_status: 2, screen_mode: 1 },
    ],
    viewers: 12_846,
    clock: CLOCK,
    coverUrl: '',
  },
  events: EVENTS,
  odds: ODDS,
  venue: '北港体育场',
  round: '第 12 轮',
  weather: '小雨 11℃',
}

export const ROOM: RoomSnapshot = {
  ...SNAPSHOT,
  clock: CLOCK,
  events: EVENTS,
  odds: ODDS,
  pinned: '今晚聊球不聊人。广告和带节奏的，房管会请出场。',
}

const say = (seq: number, name: string, vip: number, text: string, more: object = {}): FeedRow =>
  textRow(seq, text, { author: author(name, vip), ...more })

/** An evening of this room. */
export const EVENING: readonly FeedRow[] = [
  say(1, '看台十三排', 0, '今天这雨，鞋底都是水'),
  say(2, '三号门见', 1, '进场的时候差点滑一跤'),
  say(3, '北岸灯塔', 7, '热身就看出来了，八号状态很好'),
  say(4, '不吃葱', 2, '这裁判上轮也是他吧'),
  say(5, '海边的卡夫', 2, '上半场那个越位我到现在没想明白'),
  say(6, '老球皮', 9, '别急，看下半场'),
  say(7, '小满', 3, '换人之后节奏对了'),
  say(8, '西门烤冷面', 1, '客队右路已经被打穿三次了，还不换人？'),
]

export const AFTER_DIVIDER: readonly FeedRow[] = [
  say(9, '南看台老周', 6, '这半场的逼抢，才像踢德比的样子'),
  textRow(10, '就怕七十分钟以后跑不动', {
    author: author('小满', 3),
    data: {
      text: '就怕七十分钟以后跑不动',
      reply: { id: 'e9', memberName: '南看台老周', text: '这半场的逼抢，才像踢德比的样子' },
    },
  }),
  systemRow(11, '进球！陆一鸣 64′ 头球破门', { event: EVENTS[4]! }),
  giftRow(12, { comboId: 'combo-old', comboCount: 6 }),
  orderRow(13, {
    data: {
      message: { categoryName: '全场独赢', itemName: '北港联 胜', score: '2:1', teamLogo: '/art/crest-beigang.svg' },
      odds: 1620,
    },
  }),
  orderRow(14),
]

export const LAST: readonly FeedRow[] = [
  textRow(15, '盯住八号，他一直在等那条斜线', { author: author('楚楚', 0, { role: 'anchor' }) }),
  systemRow(16, '换人：北港联 沈砚（9 号）上，高远（14 号）下'),
  say(17, '巷口修车铺', 8, '沈砚上来了，稳了'),
  say(18, '一只企鹅', 1, '这球要是进了，我请整排喝汽水'),
]

/** The evening in batches of the worker: with an interruption, a withdrawn order and dropped messages. */
export const EVENING_BATCHES: readonly FeedMessage[] = [
  batch(EVENING, {
    welcome: {
      id: 'w1',
      seq: 8,
      at: NOON,
      kind: 'welcome',
      author: author('灯塔下的风', 6),
      isMine: false,
      isMention: false,
      data: { text: '进入直播间，在北看台' },
    },
  }),
  batch(AFTER_DIVIDER, {
    divider: { missed: 128, isLost: false },
    patches: [{ type: 'revert', orderId: 'e14', seq: 14 }],
  }),
  batch(LAST, { dropped: 36 }),
]

/** The calls of an open room with all its data. */
export function serveRoom(coins = 12_680): void {
  transport.responses = {
    'live.detail': () => success(DETAIL),
    'live.playingVideo': () => success({ anchorStatus: 1, lines: [] }),
    'gift.list': () => success({ list: [...GIFTS] }),
    'coin.balance': () => success({ balance: coins }),
    'coin.checkPermission': () => success({ allowed: true, reason: null }),
    'gift.ranking': () =>
      success({
        list: ['老球皮', '北岸灯塔', '巷口修车铺', '南看台老周', '阿楠'].map((memberName, index) => ({
          rank: index + 1,
          userId: `u-${memberName}`,
          memberName,
          vipLevel: 9 - index,
          total: 18_800 - index * 3_333,
        })),
        mine: null,
      }),
    'gift.history': () => success({ list: [], hasMore: false }),
    'live.popularList': () => success({ list: [], total: 0, pageNum: 1, pageSize: 20 }),
  }
}
