import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES, PLAY_STOP_CODES } from '#protocol/codes.ts'
import { type DataOf, type EndpointName, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import { EXCLUSION_CONFIRM_TEXT } from '#protocol/wallet/limits.ts'
import type { PlayAction } from '#protocol/wallet/play-stop.ts'
import type { RunningServer } from '#server/main.ts'
import type { SealedClient } from '../../support/sealed-client.ts'
import { connectTo, createTestInstallation, signIn } from './app-support.ts'
import { PLAY } from './play-table.ts'

const NAMES = Object.keys(PLAY) as EndpointName[]
const STOPPED = NAMES.filter((name) => PLAY[name] !== null)

it('Annex H I10 every endpoint has its intended action', () => {
  expect(NAMES.map((name) => [name, ENDPOINTS[name].playAction])).toEqual(NAMES.map((name) => [name, PLAY[name]]))
})

it('Annex H I9 Annex H I10 an action of money is idempotent, so that a repetition gets its first response', () => {
  // Claims, exchanges, draws and grabs are the promotions that move money. A draw of an activity has a number (decision 221).
  for (const name of STOPPED) {
    expect(ENDPOINTS[name].idempotent, name).toBe(
      PLAY[name] !== 'promotion' || (name !== 'activity.draw' && /\.(?:receive|exchange|draw|grab)$/.test(name)),
    )
  }
})

describe('time-out and self-exclusion on a running server', () => {
  const installation = createTestInstallation()
  let server: RunningServer
  let anchorRoomId: string

  beforeAll(async () => {
    server = await installation.start()
    const visitor = await connectTo(server)
    const list = await visitor.call('live.popularList', { size: 1, page: 1, kind: 'football' })
    anchorRoomId = (list.data as DataOf<'live.popularList'>).list[0]?.anchorRoomId ?? ''
    expect(anchorRoomId).not.toBe('')
  }, 120_000)
  afterAll(async () => {
    await server.close()
    installation.remove()
  })

  /** A call with a new idempotency key. */
  async function responseOf<Name extends EndpointName>(client: SealedClient, name: Name, params: RequestOf<Name>) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { response } = await client.fetch(name, params, { headers })
    if (!response) throw new Error(`${name} has no response`)
    return response
  }

  /** Valid parameters of the calls that are refused. */
  const paramsOf = (): { readonly [Name in EndpointName]?: RequestOf<Name> } => ({
    'gift.reward': { giftId: 1, count: 1, anchorRoomId, comboId: 'combo-0001' },
    'coin.buy': { coins: 100 },
    'pay.create': { payTypeId: 'demo-bank', amount: 100_00 },
    'usdt.pay': { chain: 'TRC20', amount: 100_000_000 },
    'bet.place': {
      currency: 'CNY',
      stake: 100,
      legs: [{ selection: 'm1.winner.0.home', price: 1_500 }],
      accept: 'any',
    },
    'table.bet': {
      tableId: 'bac1',
      roundId: crypto.randomUUID(),
      currency: 'CNY',
      bets: [{ side: 'banker', amount: 1_000 }],
    },
    'gameRound.start': {
      gameId: 'slot',
      currency: 'CNY',
      stake: 100,
      options: {},
      memberSeed: 'seed',
      commitment: 'a'.repeat(64),
    },
    'game.launch': { venueEnName: 'YBTY', currency: 'CNY' },
    'transfer.in': { venueEnName: 'YBTY', amount: 1, currency: 'CNY' },
    'invite.link': {},
    'activity.carnivalCheck': {},
    'activity.list': {},
    'activity.check': { name: 'signIn' },
    'activity.apply': { name: 'signIn', activityId: 'none', cycle: 'none' },
    'activity.draw': { name: 'spinWheel', activityId: 'none', nonce: 0, memberSeed: 'seed' },
    'activity.receive': { name: 'signIn', activityId: 'none', cycle: 'none' },
    'redRain.round': {},
    'redRain.grab': { activityId: 'none', roundId: 'none' },
    'activity.records': { name: 'signIn', pageNum: 1 },
    'birthCash.check': {},
    'birthCash.receive': {},
    'rebate.list': {},
    'welfare.list': {},
    'rebate.receive': { id: 'rebate:2026-11-20:sport:CNY' },
    'welfare.receive': { id: 'birthday:2026' },
    'points.exchange': { id: 'coins-20' },
    'soccerLottery.draw': { commitment: '0'.repeat(64), memberSeed: 'seed' },
  })

  const WHAT: Readonly<Record<PlayAction, string>> = {
    deposit: '存款',
    transfer: '转入场馆',
    coins: '领取金币',
    gift: '送礼物',
    bet: '下注',
    promotion: '参加活动和邀请好友',
  }
  const EXCLUSIONS = [
    [
      'time-out',
      CODES.RG_TIME_OUT,
      '你正在休息期',
      'fan001',
      (client: SealedClient) => client.call('responsible.timeOut', { hours: 24 }),
    ],
    [
      'self-exclusion',
      CODES.RG_SELF_EXCLUDED,
      '你已自我排除',
      'rich001',
      (client: SealedClient) =>
        client.call('responsible.selfExclude', { months: 6, confirmText: EXCLUSION_CONFIRM_TEXT }),
    ],
  ] as const

  describe.each(EXCLUSIONS)('a %s', (_kind, code, reason, name, exclude) => {
    let client: SealedClient

    beforeAll(async () => {
      client = await connectTo(server)
      await signIn(client, name)
      for (const one of STOPPED) {
        const before = await responseOf(client, one, paramsOf()[one] as never)
        expect(PLAY_STOP_CODES, `${one} before`).not.toContain(before.code)
      }
      expect((await exclude(client)).code).toBe(0)
    }, 60_000)

    it.each(STOPPED)('Annex H I10 60003 60004 refuses %s with a text about this action', async (one) => {
      const refused = await responseOf(client, one, paramsOf()[one] as never)
      expect([refused.code, refused.msg]).toEqual([code, `${reason}，期间不能${WHAT[PLAY[one] ?? 'deposit']}`])
    })

    it('Annex H I10 withdrawals and transfers back stay possible', async () => {
      const money = { currency: 'CNY', amount: 1 } as const
      expect(await responseOf(client, 'withdraw.prepare', { currency: 'CNY' })).toMatchObject({ code: 0 })
      const back = await responseOf(client, 'transfer.out', { venueEnName: 'YBTY', ...money })
      expect(PLAY_STOP_CODES).not.toContain(back.code)
      expect(PLAY_STOP_CODES).not.toContain((await responseOf(client, 'interest.from', money)).code)
      expect(await responseOf(client, 'transfer.oneKeyRecover', { currency: 'CNY' })).toMatchObject({ code: 0 })
    })

    it('Annex H I10 a gift that was charged before is repeated, and no new one is charged', async () => {
      const balance = await responseOf(client, 'coin.balance', {})
      await responseOf(client, 'gift.reward', paramsOf()['gift.reward'] as never)
      expect((await responseOf(client, 'coin.balance', {})).data).toEqual(balance.data)
    })
  })
})
