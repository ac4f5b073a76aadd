import type { Gift } from '#protocol/endpoints/gift.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { GALLERY_NOW } from './fixtures.ts'

const GIFTS = [
  ['clap', '加油棒', 1],
  ['scarf', '围巾', 10],
  ['horn', '喇叭', 30],
  ['drum', '战鼓', 99],
  ['firework', '焰火', 520],
  ['cup', '金杯', 1888],
] as const

export const GALLERY_GIFTS: readonly Gift[] = GIFTS.map(([key, giftName, giftPrice], index) => ({
  giftId: index + 1,
  oldId: index + 1,
  giftType: 1,
  giftPrice,
  giftName,
  giftIcon: `/art/gift-${key}.svg`,
  giftIconWeb: `/art/gift-${key}.svg`,
  status: '1',
}))

const event = { homeScore: 0, awayScore: 0, text: '' }

/** A room at half-time, so that no clock runs in screenshots. */
export const GALLERY_SNAPSHOT: RoomSnapshot = {
  viewers: 12_846,
  anchorStatus: 1,
  homeScore: 2,
  guestScore: 1,
  clock: { phase: 'half-time', phaseStartedAt: GALLERY_NOW },
  title: '海岸联赛 · 北港联 对 南屿',
  events: [
    { ...event, id: 'm1', type: 'goal', side: 'home', minute: 12, homeScore: 1, text: '北港联进球' },
    { ...event, id: 'm2', type: 'yellow-card', side: 'away', minute: 27, text: '南屿黄牌' },
    { ...event, id: 'm3', type: 'goal', side: 'away', minute: 33, homeScore: 1, awayScore: 1, text: '南屿进球' },
  ],
  odds: {
    home: { value: 1620, move: 'down' },
    draw: { value: 3400, move: 'same' },
    away: { value: 5250, move: 'up' },
    suspended: false,
    delaySeconds: 6,
  },
  pinned: null,
  markets: [],
  tables: [],
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' },
  marquee: [],
  admins: [],
  mutedUntil: null,
  muteReason: null,
}
