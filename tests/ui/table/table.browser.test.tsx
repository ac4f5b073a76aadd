import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { TABLES_ROOM } from '#protocol/room/kinds.ts'
import { TableHallPage } from '#app/pages/games/TableHallPage.tsx'
import { TablePage } from '#app/pages/games/TablePage.tsx'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { tableStatesAtom } from '#state/games/tables.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { SNAPSHOT } from '../support/feed-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { frames, type MountedRoutes, mountRoutes } from '../support/mount.tsx'

const ROUND = '00000000-0000-7000-8000-000000000001'
const stateOf = (tableId: string, more: Partial<TableState> = {}): TableState => ({
  tableId,
  version: 1,
  phase: 'betting',
  shoe: { no: 3, commitment: 'ab'.repeat(32) },
  cardsLeft: 300,
  roundId: ROUND,
  number: 12,
  closesAt: transport.now + 15_000,
  nextAt: transport.now + 15_000,
  cards: [],
  outcome: null,
  totals: [{ side: 'banker', amount: 120_00, players: 3 }],
  history: 'aeaaiabee',
  viewers: 42,
  ...more,
})

let mounted: MountedRoutes
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  transport.storedCalls = []
  store.set(cachedResponsesAtom, new Map())
  store.set(tableStatesAtom, new Map())
  store.set(sessionAtom, null)
})

/** Serves two tables and opens an address. */
async function open(address: string, { isMember = false, width = 390 } = {}) {
  transport.calls.length = 0
  await page.viewport(width, 844)
  store.set(sessionAtom, isMember ? { member: MEMBER, expireAt: transport.now + 86_400_000 } : null)
  const row = (tableId: string, game: 'baccarat' | 'dragon-tiger') =>
    ({ tableId, game, minStake: 10_00, maxStake: 5_000_00, state: stateOf(tableId) }) as const
  transport.responses = {
    'table.list': () => success({ list: [row('bac1', 'baccarat'), row('dt1', 'dragon-tiger')] }),
    'table.mine': () => success({ stakes: [], returned: null, balance: 500_00 }),
    ...transport.responses,
  }
  const routes = [
    { path: '/app/live-casino', Component: TableHallPage },
    { path: '/app/game/YBZR/:tableId', Component: TablePage },
  ]
  mounted = mountRoutes(routes, address)
}

/** A new state of a table reaches the page. */
function send(state: TableState): void {
  transport.room?.onEntered({
    chatRoomNo: `table-${state.tableId}`,
    snapshot: { ...SNAPSHOT, tables: [state] },
    role: 'anon',
  })
}
const button = (name: string | RegExp) => page.getByRole('button', { name })

describe.each([390, 1280])('S1.8 live tables at %i px', (width) => {
  it('the hall shows tables with limits, viewers and the counts of their roads, and follows their states', async () => {
    await open('/app/live-casino', { width })
    await expect.element(page.getByRole('heading', { name: '百家乐 1 号桌' })).toBeVisible()
    await expect.element(page.getByText('庄 5 · 闲 3 · 和 1').first()).toBeVisible()
    await expect.element(page.getByText('42 人在场').first()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(width)
    const next = stateOf('bac1', { version: 2, phase: 'result', viewers: 43 })
    const snapshot = { ...SNAPSHOT, tables: [next] }
    transport.marketRooms.get(TABLES_ROOM)?.onEntered({ chatRoomNo: TABLES_ROOM, snapshot, role: 'anon' })
    await expect.element(page.getByText('43 人在场')).toBeVisible()
  })

  it('the hall says that no table is open', async () => {
    transport.responses = { 'table.list': () => success({ list: [] }) }
    await open('/app/live-casino', { width })
    await expect.element(page.getByRole('heading', { name: '现在没有开放的牌桌' })).toBeVisible()
  })

  it('a visitor watches the cards and is offered to sign in', async () => {
    await open('/app/game/YBZR/bac1', { width })
    await expect.element(page.getByRole('link', { name: '登录后下注' })).toBeVisible()
    const cards = [{ hand: 'second', card: 13 }] as const
    send(stateOf('bac1', { version: 2, phase: 'dealing', cards: [...cards] }))
    await expect.element(page.getByRole('img', { name: '红心 A' })).toBeVisible()
    await expect.element(button(/^庄 /)).toBeDisabled()
    expect(document.documentElement.scrollWidth).toBe(width)
  })

  it('a member lays chips, takes one back, confirms once, and sees the return by the rules', async () => {
    const sent: RequestOf<'table.bet'>[] = []
    transport.responses = {
      'table.bet': (params) => {
        sent.push(params)
        const stakes = [{ side: 'banker', amount: 20_00 }]
        return success<DataOf<'table.bet'>>({ betId: ROUND, stakes, balance: 480_00 })
      },
    }
    await open('/app/game/YBZR/bac1', { isMember: true, width })
    await expect.element(page.getByText('¥500.00')).toBeVisible()
    for (let press = 0; press < 3; press += 1) await button(/^庄 /).click()
    await button('撤一注').click()
    await button('确认 ¥20.00').click()
    await expect.element(page.getByText('已下注 ¥20.00')).toBeVisible()
    expect(sent).toEqual([
      { tableId: 'bac1', roundId: ROUND, currency: 'CNY', bets: [{ side: 'banker', amount: 20_00 }] },
    ])
    const outcome = { winner: 'first', points: [8, 3], pairs: [false, false], isSuited: false } as const
    send(stateOf('bac1', { version: 3, phase: 'result', outcome }))
    await expect.element(page.getByText('本局返还 ¥39.00')).toBeVisible()
    await expect.element(page.getByText('¥519.00')).toBeVisible()
    await expect.element(page.getByText('庄 赢')).toBeVisible()
  })

  it('gives chips back that were not confirmed in the window', async () => {
    await open('/app/game/YBZR/bac1', { isMember: true, width })
    await expect.element(page.getByText('¥500.00')).toBeVisible()
    await button(/^庄 /).click()
    send(stateOf('bac1', { version: 2, phase: 'dealing' }))
    await expect.element(page.getByText('本局已停止下注，未确认的筹码已收回')).toBeVisible()
    await expect.element(button('确认下注')).toBeDisabled()
  })

  it('says why a bet was refused', async () => {
    transport.responses = { 'table.bet': () => failure(CODES.BET_TOO_LATE, '已停止投注') }
    await open('/app/game/YBZR/bac1', { isMember: true, width })
    await expect.element(page.getByText('¥500.00')).toBeVisible()
    await button(/^庄 /).click()
    await button(/^确认/).click()
    await expect.element(page.getByText('已停止投注')).toBeVisible()
  })
})

it('the hall shows limits in the currency of the site', async () => {
  const site = store.get(siteAtom)
  store.set(siteAtom, { ...site, currency: 'USDT' })
  onTestFinished(() => store.set(siteAtom, site))
  await open('/app/live-casino')
  await expect.element(page.getByText('限额 ₮1.40–₮700.00').first()).toBeVisible()
})

describe('own money at a live table', () => {
  const NEXT = '00000000-0000-7000-8000-000000000002'
  const outcome = { winner: 'first', points: [8, 3], pairs: [false, false], isSuited: false } as const
  const stakes = [{ side: 'banker', amount: 20_00 }]
  const placed = success<DataOf<'table.bet'>>({ betId: ROUND, stakes, balance: 480_00 })
  const net = () => page.getByText('本场输赢').element().nextElementSibling?.textContent
  const serve = (bet: () => Result<DataOf<'table.bet'>> | Promise<Result<DataOf<'table.bet'>>>) => {
    transport.responses = {
      'table.bet': bet,
      'table.mine': ({ roundId }) =>
        success(
          transport.calls.some(({ name }) => name === 'table.bet') && roundId === ROUND
            ? { stakes, returned: 39_00, balance: 519_00 }
            : { stakes: [], returned: 0, balance: 500_00 },
        ),
    }
  }
  const bet = async () => {
    await open('/app/game/YBZR/bac1', { isMember: true })
    await expect.element(page.getByText('¥500.00')).toBeVisible()
    await button(/^庄 /).click()
    await button(/^庄 /).click()
    await button('确认 ¥20.00').click()
  }
  /** A response that arrives when the returned function is called. */
  function late<Data>(result: Result<Data>) {
    let arrive: () => void = () => undefined
    const response = new Promise<Result<Data>>((resolve) => (arrive = () => resolve(result)))
    return { response, arrive }
  }

  it('has the return of a round whose result the page has not seen', async () => {
    serve(() => placed)
    await bet()
    await expect.element(page.getByText('已下注 ¥20.00')).toBeVisible()
    send(stateOf('bac1', { version: 5, roundId: NEXT, number: 9 }))
    await expect.element(page.getByText('¥519.00')).toBeVisible()
    await expect.element(page.getByText('前一局返还 ¥39.00')).toBeVisible()
    expect(net()).toBe('+¥19.00')
    // It is counted once.
    send(stateOf('bac1', { version: 6, roundId: NEXT, number: 9, phase: 'dealing' }))
    send(stateOf('bac1', { version: 7, roundId: NEXT, number: 9, phase: 'result', outcome }))
    await frames(2)
    expect(net()).toBe('+¥19.00')
  })

  it.each([
    ['the result', stateOf('bac1', { version: 5, phase: 'result', outcome })],
    ['the next round has begun', stateOf('bac1', { version: 5, roundId: NEXT, number: 9 })],
  ])('has the return of a bet whose response arrives after %s', async (_moment, state) => {
    const { response, arrive } = late(placed)
    serve(() => response)
    await bet()
    send(state)
    await frames(2)
    arrive()
    await expect.element(page.getByText('¥519.00')).toBeVisible()
    await expect.poll(net).toBe('+¥19.00')
  })

  it('does not take own stakes that are older than a bet', async () => {
    const mine = late(success<DataOf<'table.mine'>>({ stakes: [], returned: 0, balance: 500_00 }))
    serve(() => placed)
    transport.responses['table.mine'] = () => mine.response
    await open('/app/game/YBZR/bac1', { isMember: true })
    await button(/^庄 /).click()
    await button(/^庄 /).click()
    await button('确认 ¥20.00').click()
    await expect.element(page.getByText('¥480.00')).toBeVisible()
    mine.arrive()
    await frames(2)
    await expect.element(page.getByText('¥480.00')).toBeVisible()
    send(stateOf('bac1', { version: 5, phase: 'result', outcome }))
    await expect.element(page.getByText('¥519.00')).toBeVisible()
  })
})

describe('a money call with a late outcome', () => {
  const pathname = () => mounted.router.state.location.pathname
  const launched = success({ url: '/app/game/YBZR/bac1', transferred: 0, balance: 500_00, mode: 'iframe' as const })
  const storedCall = (endpoint: string, venueEnName: string) => {
    const params = { venueEnName, currency: 'CNY', amount: 100 }
    transport.storedCalls = [{ key: 'earlier', endpoint, params, memberId: MEMBER.userId, time: transport.now }]
  }

  it('does not call the member back who has left the hall', async () => {
    let respond = () => {}
    transport.responses = { 'game.launch': () => new Promise((resolve) => (respond = () => resolve(launched))) }
    await open('/app/live-casino', { isMember: true })
    await button('入座').first().click()
    await mounted.router.navigate('/app/wallet')
    await expect.element(page.getByText('别的页面')).toBeVisible()
    respond()
    await frames(2)
    expect(pathname()).toBe('/app/wallet')
  })

  it('of another venue is not repeated to sit down', async () => {
    storedCall('game.launch', 'YBTY')
    transport.responses = { 'game.launch': () => launched }
    await open('/app/live-casino', { isMember: true })
    await button('入座').first().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('上一笔操作还在确认中')
    expect(transport.calls.map(({ name }) => name)).not.toContain('game.launch')
  })

  it.each(['YBTY', 'YBZR'])('from %s to the centre does not end the visit of a table', async (venueEnName) => {
    storedCall('transfer.out', venueEnName)
    await open('/app/game/YBZR/bac1', { isMember: true })
    await expect.element(page.getByText('¥500.00')).toBeVisible()
    const result = success({} as never)
    transport.notify({ type: 'settled', endpoint: 'transfer.out', idempotencyKey: 'earlier', result })
    await frames(2)
    expect(pathname()).toBe('/app/game/YBZR/bac1')
  })
})
