import type { Venue } from '#protocol/endpoints/game.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'

export type Game = DataOf<'egame.list'>['list'][number]

export const game = (gameId: string, name: string, more: Partial<Game> = {}): Game => ({
  gameId,
  venueEnName: 'YBDZ',
  name,
  brand: 'terrace',
  tags: ['quick'],
  art: 'seats',
  status: 0,
  rtp: 970_000,
  minStake: 100,
  maxStake: 50_000,
  rounds: 0,
  poolId: null,
  ...more,
})

export const GAMES: readonly Game[] = [
  game('slot', '围巾转轴', {
    tags: ['slots', 'quick', 'pool'],
    art: 'scarf',
    rtp: 957_833,
    rounds: 40,
    poolId: 'terrace',
  }),
  game('blackjack', '包厢21点', { brand: 'lamplight', tags: ['cards', 'choice'], art: 'cards', rounds: 1_200 }),
  game('mines', '灯下扫雷', { brand: 'lamplight', tags: ['choice'], art: 'lamp' }),
  game('ladder', '看台爬梯', { tags: ['choice'], rounds: 300 }),
  game('drop', '看台落球', { tags: ['quick', 'pool'], art: 'whistle', rounds: 7, poolId: 'terrace' }),
]

export const venue = (enName: string, chName: string, more: Partial<Venue> = {}): Venue => ({
  enName,
  chName,
  channelCode: enName,
  type: 'egame',
  status: 0,
  isDisplay: 1,
  maintainEnd: null,
  ...more,
})

export const BAY = venue('HWYX', '海湾游戏')
export const ROUND_ID = '0193c5a2-7b1e-7c44-9f3d-2a6b8c1d4e5f'

const pool = (currency: 'CNY' | 'USDT', amount: number, chance: number) => ({
  poolId: 'terrace' as const,
  name: '看台奖池',
  currency,
  amount,
  share: 5_000,
  chance,
  games: [],
  last: { amount: 120_050, memberName: '看**1', at: Date.UTC(2026, 10, 20, 12), roundId: ROUND_ID },
})

/** Successful responses for the hall. */
export function serveHall(): void {
  transport.responses = {
    'venue.list': () =>
      success({ list: [venue('YBDZ', '看台电子'), BAY, venue('YBQP', '看台棋牌', { type: 'chess', status: 2 })] }),
    'egame.list': () => success({ list: [...GAMES] }),
    'brand.list': () =>
      success({
        list: [
          { brand: 'terrace', name: '看台工坊', games: 3 },
          { brand: 'lamplight', name: '灯下牌局', games: 2 },
        ],
      }),
    'bonusPool.list': () =>
      success({ list: [pool('CNY', 1_234_567, 10_000_000), pool('USDT', 5_000_000, 14_000_000_000)] }),
    'collect.list': () => success({ list: [{ venueEnName: 'YBDZ', gameId: 'ladder', collectedAt: 1 }] }),
    'collect.add': () => success({}),
    'collect.remove': () => success({}),
  }
}
