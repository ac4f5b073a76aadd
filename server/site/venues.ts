import type { Venue, VenueType } from '#protocol/endpoints/game.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { SPORT_VENUES } from './content.ts'

/** Classes whose venues are not open yet. */
const NOT_OPENED_YET = 2

const coming = (type: VenueType, enName: string, chName: string): Venue => ({
  enName,
  chName,
  channelCode: enName,
  type,
  status: NOT_OPENED_YET,
  isDisplay: 1,
  maintainEnd: null,
})

/** All venues of the demo site by class (Annex D.3). A venue under maintenance has no end time. */
export const VENUES: readonly Venue[] = [
  ...SPORT_VENUES.map(({ enName, chName, channelCode, status, isDisplay }) => ({
    enName,
    chName,
    channelCode,
    type: enName.endsWith('DJ') ? ('esports' as const) : ('sport' as const),
    status,
    isDisplay,
    maintainEnd: null,
  })),
  coming('casino', 'YBZR', '看台真人'),
  coming('egame', 'YBDZ', '看台电子'),
  coming('fishing', 'YBBY', '看台捕鱼'),
  coming('chess', 'YBQP', '看台棋牌'),
]

type HotGame = DataOf<'egame.hotList'>['list'][number]

const game = (gameId: string, name: string, venueEnName: string, art: HotGame['art']): HotGame => ({
  gameId,
  name,
  venueEnName,
  art,
  status: NOT_OPENED_YET,
})

/** Fictional games, most played first. */
export const HOT_GAMES: readonly HotGame[] = [
  game('g-seats', '满座连连看', 'YBDZ', 'seats'),
  game('g-scarf', '围巾对对碰', 'YBDZ', 'scarf'),
  game('g-night-boat', '夜航垂钓', 'YBBY', 'fish'),
  game('g-whistle', '终场哨', 'YBDZ', 'whistle'),
  game('g-upstairs', '包厢斗地主', 'YBQP', 'cards'),
  game('g-floodlight', '灯下寻宝', 'YBDZ', 'lamp'),
]
