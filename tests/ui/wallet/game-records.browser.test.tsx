import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BetPage, GameRecordsPage, RoundPage } from '#app/pages/wallet/GameRecordsPage.tsx'
import { gameRows } from '#features/wallet/games/GameRecords.tsx'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { GameRecord } from '#protocol/endpoints/sports.ts'
import { type Failure, failure, success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { BET_ID, betOf, HANDICAP, HOME_WIN, serveSlip } from '../support/slip-fixtures.ts'

type Detail = DataOf<'bet.detail'>

const MATCH = { sport: 'football', home: '青禾联', away: '海港城' } as const
const DROP_ROUND = {
  roundId: '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a30',
  gameId: 'drop' as const,
  currency: 'CNY' as const,
  staked: 1_000,
  payout: 1_500,
  pool: 0,
  balance: 1_500,
  steps: 0,
  commitment: 'c'.repeat(64),
  serverSeed: 'd'.repeat(64),
  memberSeed: '会员种子',
  nonce: 4,
  next: null,
  notBefore: 0,
}

let mounted: MountedRoutes
let detail: Detail

const RECORDS: readonly GameRecord[] = [
  {
    id: BET_ID,
    kind: 'bet',
    venueEnName: 'YBTY',
    title: '2 串 1 · 青禾联 对 海港城、青禾联 对 海港城',
    legs: [
      { selection: HOME_WIN, match: MATCH },
      { selection: HOME_WIN, match: { ...MATCH, home: '白沙队' } },
    ],
    stake: 1_000,
    returned: 0,
    state: 'accepted',
    at: NOON - 60_000,
  },
  {
    id: BET_ID.replace('3a10', '3a11'),
    kind: 'bet',
    venueEnName: 'YBTY',
    title: '青禾联 对 海港城',
    legs: [{ selection: HANDICAP, match: MATCH }],
    stake: 2_000,
    returned: 3_050,
    state: 'half-won',
    at: NOON - 90_000,
  },
]

const TABLE_BET = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a20'
const TABLE_ROUND = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a21'

const open = (path = '/app/records/games') => {
  mounted = mountRoutes(
    [
      { path: '/app/records/games', Component: GameRecordsPage },
      { path: '/app/records/games/:betId', Component: BetPage },
      { path: '/app/records/games/:venue/:roundId', Component: RoundPage },
    ],
    path,
  )
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

beforeEach(async () => {
  await page.viewport(1280, 800)
  serveSlip()
  const bet = betOf(
    {
      currency: 'CNY',
      stake: 1_000,
      accept: 'better',
      legs: [
        { selection: HOME_WIN, price: 1_900 },
        { selection: HANDICAP, price: 2_050 },
      ],
    },
    10,
  )
  detail = { bet, postings: [{ at: NOON, kind: 'stake', change: -1_000, state: 'accepted' }], cashOut: 950 }
  transport.responses['gameRecord.list'] = ({ status }) => {
    const list = RECORDS.filter(({ state }) => status === 'all' || (state === 'accepted') === (status === 'open'))
    return success({ list, total: list.length, pageNum: 1, pageSize: 20 })
  }
  transport.responses['gameRecord.summary'] = () => success({ count: 2, staked: 3_000, returned: 3_050, open: 1 })
  transport.responses['bet.detail'] = () => success(detail)
})
afterEach(() => {
  mounted.unmount()
  transport.storedCalls = []
  store.set(sessionAtom, null)
})

describe('the records of bets and games', () => {
  it('S7.64 lists bets of the last seven days with totals', async () => {
    open()
    const list = page.getByRole('list', { name: '投注明细' })
    await expect.element(list.getByText('青禾联 -0.5/1')).toBeVisible()
    await expect.element(list.getByText('赢半')).toBeVisible()
    await expect.element(page.getByText('+¥0.50')).toBeVisible()
    expect(transport.calls.find(({ name }) => name === 'gameRecord.list')?.params).toEqual({
      currency: 'CNY',
      status: 'all',
      start: '2026-11-15',
      end: '2026-11-21',
      pageNum: 1,
    })
  })

  it('S7.64 filters by status and date, which the URL keeps', async () => {
    open()
    await userEvent.selectOptions(page.getByLabelText('状态'), 'settled')
    await expect.element(page.getByText('2 串 1')).not.toBeInTheDocument()
    expect(mounted.router.state.location.search).toContain('status=settled')
    await userEvent.click(button('近 30 天'))
    await expect.poll(() => mounted.router.state.location.search).toContain('from=2026-10-23')
  })

  it('says 暂无记录, and offers the last 30 days', async () => {
    transport.responses['gameRecord.list'] = () => success({ list: [], total: 0, pageNum: 1, pageSize: 20 })
    open('/app/records/games?from=2026-01-01&to=2026-01-02')
    await expect.element(page.getByText('暂无记录')).toBeVisible()
    await userEvent.click(button('查看近 30 天'))
    await expect.poll(() => mounted.router.state.location.search).toContain('from=2026-10-23')
  })

  it('a failed list is read again by a press', async () => {
    const list = transport.responses['gameRecord.list']!
    transport.responses['gameRecord.list'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    open()
    await expect.element(page.getByText('投注记录加载失败')).toBeVisible()
    transport.responses['gameRecord.list'] = list
    await userEvent.click(button('重试'))
    await expect.element(page.getByText('青禾联 -0.5/1')).toBeVisible()
  })

  it('shows no totals of the previous currency, and loads failed ones again by a press', async () => {
    const totals = page.getByLabelText('合计')
    let fail = () => {}
    const failed = new Promise<Failure>((resolve) => (fail = () => resolve(failureOf(CODES.INTERNAL_ERROR))))
    const loaded = success({ count: 2, staked: 1_200_000, returned: 0, open: 1 })
    transport.responses['gameRecord.summary'] = (params) => (params.currency === 'CNY' ? loaded : failed)
    open()
    await expect.element(totals.getByText('¥12,000.00', { exact: true })).toBeVisible()
    await userEvent.click(page.getByText(/USDT$/))
    await expect.element(totals).not.toHaveTextContent('₮1.20')
    fail()
    await expect.element(page.getByRole('alert')).toHaveTextContent('合计加载失败')
    transport.responses['gameRecord.summary'] = () => success({ count: 7, staked: 0, returned: 0, open: 0 })
    await userEvent.click(button('重试'))
    await expect.element(totals.getByText('7')).toBeVisible()
  })

  it('exports rows with all decimals and the names of venues', () => {
    const rows = gameRows(RECORDS.slice(1), 'CNY', new Map([['YBTY', '体育']]))
    expect(rows[1]?.slice(2)).toEqual([
      '青禾联 -0.5/1 · 让球 · 青禾联 对 海港城',
      '体育',
      '20.00 CNY',
      '30.50 CNY',
      '赢半',
    ])
    expect(gameRows(RECORDS.slice(1), 'CNY', new Map())[1]?.[3]).toBe('YBTY')
  })
})

describe('S7.64 a round', () => {
  const round = {
    id: TABLE_BET,
    kind: 'round' as const,
    venueEnName: 'YBZR',
    title: '百家乐 1 号桌',
    roundId: TABLE_ROUND,
    stake: 4_000,
    returned: 5_850,
    state: 'won',
    at: NOON - 60_000,
  }
  const table = {
    game: 'baccarat' as const,
    number: 7,
    shoeNo: 3,
    commitment: 'c'.repeat(64),
    seed: null,
    sides: [
      { side: 'banker', amount: 3_000, returned: 5_850 },
      { side: 'tie', amount: 1_000, returned: 0 },
    ],
    cards: [
      { hand: 'second' as const, card: 1 },
      { hand: 'first' as const, card: 21 },
    ],
    outcome: { winner: 'first' as const, points: [9, 2] as const, pairs: [false, false] as const, isSuited: false },
  }
  const postings = [
    { at: NOON, kind: 'stake' as const, change: -4_000 },
    { at: NOON + 1, kind: 'payout' as const, change: 5_850 },
  ]

  it('at a table is in the list, and shows its sides, cards, shoe, postings and the way to check it', async () => {
    transport.responses['gameRecord.list'] = () => success({ list: [round], total: 1, pageNum: 1, pageSize: 20 })
    transport.responses['gameRecord.detail'] = () =>
      success({ record: round, currency: 'CNY', endedAt: NOON, postings, table })
    open()
    await userEvent.click(page.getByText('百家乐 1 号桌'))
    expect(mounted.router.state.location.pathname).toBe(`/app/records/games/YBZR/${TABLE_BET}`)
    await expect.element(page.getByText('红心9')).toBeVisible()
    await expect.element(page.getByText('庄赢')).toBeVisible()
    await expect.element(page.getByText('第 3 靴第 7 局')).toBeVisible()
    await expect.element(page.getByText('整靴结束后公布')).toBeVisible()
    const list = page.getByRole('list', { name: '资金变动' })
    await expect.element(list.getByText('−¥40.00')).toBeVisible()
    await expect.element(list.getByText('+¥58.50')).toBeVisible()
    const link = page.getByRole('link', { name: '核对这一局' })
    await expect.element(link).toHaveAttribute('href', `/app/verify/${TABLE_ROUND}`)
    expect(await findingsOfScreen()).toEqual([])
  })

  it('that has not ended shows no result, and is read again', async () => {
    const isOpen = { ...round, state: 'open', returned: 0 }
    const unknown = { ...table, sides: [{ side: 'banker', amount: 4_000, returned: null }], cards: [], outcome: null }
    let detail: DataOf<'gameRecord.detail'> = {
      record: isOpen,
      currency: 'CNY',
      endedAt: null,
      postings: postings.slice(0, 1),
      table: unknown,
    }
    transport.responses['gameRecord.detail'] = () => success(detail)
    open(`/app/records/games/YBZR/${TABLE_BET}`)
    await expect.element(page.getByText('等待开牌')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '核对这一局' })).not.toBeInTheDocument()
    detail = { record: round, currency: 'CNY', endedAt: NOON, postings, table }
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(page.getByRole('link', { name: '核对这一局' })).toBeVisible()
  })

  it('of a provider says that it cannot be checked here; an unknown one is said to be none', async () => {
    const { roundId: _none, ...record } = { ...round, venueEnName: 'HWYX', title: '抛硬币', id: 'p-1' }
    transport.responses['gameRecord.detail'] = ({ id }) =>
      id === 'p-1'
        ? success({ record, currency: 'CNY', endedAt: NOON, postings, table: null })
        : failureOf(CODES.NOT_FOUND)
    open('/app/records/games/HWYX/p-1')
    await expect.element(page.getByText('这一局在合作场馆进行')).toBeVisible()
    await mounted.router.navigate('/app/records/games/HWYX/p-2')
    await expect.element(page.getByText('没有这一局')).toBeVisible()
  })

  it('of an e-game shows its result and seeds', async () => {
    const view = { path: [true, false, true], slot: 2, multiple: 150 }
    transport.responses['gameRound.detail'] = () =>
      success({
        round: { ...DROP_ROUND, view },
        stake: 1_000,
        startedAt: NOON,
        endedAt: NOON + 1,
        postings: [{ at: NOON, kind: 'stake', change: -1_000 }],
      })
    open(`/app/records/games/YBDZ/${DROP_ROUND.roundId}`)
    await expect.element(page.getByText('d'.repeat(64))).toBeVisible()
    await expect.element(page.getByText('会员种子')).toBeVisible()
    const link = page.getByRole('link', { name: '核对这一局' })
    await expect.element(link).toHaveAttribute('href', `/app/verify/${DROP_ROUND.roundId}`)
  })
})

describe('a bet', () => {
  const openBet = () => open(`/app/records/games/${BET_ID}`)

  it('Annex E.7 shows its legs with the facts and the rule that decided each, and its postings', async () => {
    const [first, second] = detail.bet.legs
    detail = {
      bet: {
        ...detail.bet,
        state: 'won',
        returned: 2_898,
        legs: [
          { ...first!, result: 'won', facts: '1:0 1:1', rule: 'final-score' },
          { ...second!, result: 'half-won', facts: '1:0 0:0', rule: 'quarter-line' },
        ],
      },
      postings: [
        { at: NOON, kind: 'stake', change: -1_000, state: 'accepted' },
        { at: NOON + 1, kind: 'settlement', change: 2_900, state: 'won' },
        { at: NOON + 2, kind: 'correction', change: -2, state: 'won' },
      ],
      cashOut: null,
    }
    openBet()
    await expect.element(page.getByText('按全场比分结算')).toBeVisible()
    await expect.element(page.getByText('四分之一盘：一半分出输赢，一半退回')).toBeVisible()
    await expect.element(page.getByText('赛果 2:1（1:0 1:1）')).toBeVisible()
    await expect.element(page.getByText('赛果更正')).toBeVisible()
    await expect.element(page.getByText('+¥18.98')).toBeVisible()
  })

  it('Annex E.7 that was settled shows a corrected result when the page is seen again', async () => {
    const [first] = detail.bet.legs
    const settle = (state: 'won' | 'lost', facts: string) => {
      const leg = { ...first!, result: state, facts, rule: 'final-score' }
      detail = { ...detail, bet: { ...detail.bet, state, legs: [leg] }, cashOut: null }
    }
    settle('won', '1:0 1:1')
    openBet()
    await expect.element(page.getByText('赛果 2:1（1:0 1:1）')).toBeVisible()
    settle('lost', '1:0 0:1')
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(page.getByText('赛果 1:1（1:0 0:1）')).toBeVisible()
  })

  it('that is pending is read again after a failed read', async () => {
    const load = transport.responses['bet.detail']!
    detail = { ...detail, bet: { ...detail.bet, state: 'pending', decidesAt: NOON }, cashOut: null }
    openBet()
    await expect.element(page.getByText('等待确认')).toBeVisible()
    const reads = () => transport.calls.filter(({ name }) => name === 'bet.detail').length
    transport.responses['bet.detail'] = () => failureOf(CODES.INTERNAL_ERROR)
    await expect.poll(reads, { timeout: 5_000 }).toBe(2)
    detail = { ...detail, bet: { ...detail.bet, state: 'accepted', decidesAt: null } }
    transport.responses['bet.detail'] = load
    await expect.element(page.getByText('已接受'), { timeout: 5_000 }).toBeVisible()
  })

  it('that does not exist shows that there is none', async () => {
    transport.responses['bet.detail'] = () => failureOf(CODES.NOT_FOUND)
    openBet()
    await expect.element(page.getByText('没有这一注')).toBeVisible()
  })

  it('Annex E.7 is settled early by an offer that the member accepts once', async () => {
    transport.responses['bet.cashOutQuote'] = () =>
      success({ quoteId: BET_ID, amount: 942, expiresAt: transport.now + 5_000 })
    transport.responses['bet.cashOut'] = () => {
      detail = { ...detail, bet: { ...detail.bet, state: 'cashed-out', returned: 942 }, cashOut: null }
      return success({ bet: detail.bet, balance: 1 })
    }
    openBet()
    await expect.element(page.getByText('现在大约可得 ¥9.50')).toBeVisible()
    await userEvent.click(button('获取报价'))
    await expect.element(page.getByText('5 秒内有效')).toBeVisible()
    await expect.element(button('提前结算，得 ¥9.42')).toBeEnabled()
    await userEvent.dblClick(button('提前结算，得 ¥9.42'))
    await expect.element(button('获取报价')).not.toBeInTheDocument()
    expect(transport.calls.filter(({ name }) => name === 'bet.cashOut')).toHaveLength(1)
  })

  it('cannot be settled early while the early settlement of another bet is not confirmed', async () => {
    const betId = BET_ID.replace('3a10', '3a11')
    const stored = { key: 'earlier', endpoint: 'bet.cashOut', memberId: MEMBER.userId, time: NOON }
    transport.storedCalls = [{ ...stored, params: { betId, quoteId: BET_ID } }]
    openBet()
    await expect.element(page.getByText('另一注的提前结算还在确认')).toBeVisible()
    await expect.element(button('获取报价')).toBeDisabled()
    transport.storedCalls = []
    const result = success({ bet: { ...detail.bet, betId, returned: 942 }, balance: 1 })
    transport.notify({ type: 'settled', endpoint: 'bet.cashOut', idempotencyKey: 'earlier', result })
    await expect.element(button('获取报价')).toBeEnabled()
    await expect.element(page.getByText(/已提前结算/)).not.toBeInTheDocument()
  })

  it('an open offer cannot be accepted while the early settlement of another bet is not confirmed', async () => {
    transport.responses['bet.cashOutQuote'] = () =>
      success({ quoteId: BET_ID, amount: 942, expiresAt: transport.now + 5_000 })
    openBet()
    await userEvent.click(button('获取报价'))
    await expect.element(button('提前结算，得 ¥9.42')).toBeEnabled()
    const params = { betId: BET_ID.replace('3a10', '3a11'), quoteId: BET_ID }
    transport.storedCalls = [{ key: 'tab', endpoint: 'bet.cashOut', memberId: MEMBER.userId, time: NOON, params }]
    window.dispatchEvent(new StorageEvent('storage', { key: 'pendingTx' }))
    await expect.element(button('提前结算，得 ¥9.42')).toBeDisabled()
    transport.storedCalls = []
    window.dispatchEvent(new StorageEvent('storage', { key: 'pendingTx' }))
    await expect.element(button('提前结算，得 ¥9.42')).toBeEnabled()
  })

  it('an expired offer cannot be accepted; a new one can be asked for', async () => {
    let count = 0
    transport.responses['bet.cashOutQuote'] = () => {
      count += 1
      return success({ quoteId: BET_ID.replace('3a10', `3a2${count}`), amount: 942, expiresAt: transport.now + 3_000 })
    }
    openBet()
    await userEvent.click(button('获取报价'))
    await expect.element(page.getByText('3 秒内有效')).toBeVisible()
    transport.now = NOON + 4_000
    await expect.element(page.getByText('报价已过期')).toBeVisible()
    await userEvent.click(button('重新报价'))
    await expect.element(page.getByText('3 秒内有效')).toBeVisible()
  })

  it.each(AXE_SKINS)('has no accessibility faults in %s', async (skin) => {
    openBet()
    wear(skin)
    await expect.element(button('获取报价')).toBeVisible()
    expect(await findingsOfScreen()).toEqual([])
  })
})
