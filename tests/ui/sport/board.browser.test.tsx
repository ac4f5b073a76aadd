import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { SportMatchPage } from '#app/pages/live/SportMatchPage.tsx'
import { SportsPage } from '#app/pages/live/SportsPage.tsx'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { slipAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'
import { betMatch, changed, enterMarkets, mainMarketsOf, market, sendMarkets, serveBoard } from './sport-fixtures.ts'

let mounted: Mounted
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(cachedResponsesAtom, new Map())
  store.set(slipAtom, (slip) => ({ ...slip, legs: [], stakes: {} }))
  localStorage.clear()
})

function open(address: string): void {
  const routes = [
    { path: '/app/sports', Component: SportsPage },
    { path: '/app/sports/match/:matchId', Component: SportMatchPage },
  ]
  mounted = mount(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />)
}

const price = (name: string) => page.getByRole('button', { name })
const rect = (name: string) => price(name).element().getBoundingClientRect()

describe.each([390, 1280])('S1.7 Annex G.3 the board at %i px', (width) => {
  it('shows three main markets of a match, and the direction of a change without moving anything', async () => {
    await page.viewport(width, 844)
    const matchId = `m71${width}`
    const markets = mainMarketsOf(matchId)
    serveBoard([{ match: betMatch(matchId), markets }])
    open('/app/sports')
    await expect.element(price('独赢 北港联 1.62')).toBeVisible()
    await expect.element(price('让球 南屿 +0.5/1')).toHaveTextContent('+0.5/11.96')
    await expect.element(price('大小 大 2.5/3')).toHaveTextContent('大 2.5/31.88')
    expect(document.documentElement.scrollWidth).toBe(width)

    enterMarkets(null, markets)
    const before = rect('独赢 北港联')
    sendMarkets(null, changed(markets[0]!, { home: 10_500 }))
    await expect.element(price('独赢 北港联')).toHaveTextContent('主10.50')
    await expect.element(price('独赢 北港联')).toHaveAttribute('data-move', 'up')
    expect(rect('独赢 北港联')).toEqual(before)
    const figure = price('独赢 北港联').element().querySelector('b')!
    expect(figure.scrollWidth).toBeLessThanOrEqual(figure.clientWidth)
  })

  it('locks suspended prices with a name, in the same space, and opens them again', async () => {
    await page.viewport(width, 844)
    const matchId = `m72${width}`
    const markets = mainMarketsOf(matchId)
    serveBoard([{ match: betMatch(matchId), markets }])
    open('/app/sports')
    await expect.element(price('独赢 北港联')).toBeEnabled()
    enterMarkets(null, markets)
    const before = rect('独赢 北港联')
    sendMarkets(null, changed(markets[0]!, {}, { state: 'suspended' }))
    await expect.element(price('独赢 北港联 暂停投注')).toBeDisabled()
    expect(rect('独赢 北港联')).toEqual(before)
    sendMarkets(null, changed(markets[0]!, { home: 1_700 }, { version: 3 }))
    await expect.element(price('独赢 北港联')).toHaveTextContent('主1.70')
    await expect.element(price('独赢 北港联')).toBeEnabled()
  })
})

describe.each([360, 390, 430])('S1.7 the board at %i px', (width) => {
  it('shows names of six characters whole, also beside three digits, and longer ones with a title', async () => {
    await page.viewport(width, 844)
    const long = '北境沿海联合运动俱乐部青年一队二组'
    const row = (name: string, homeScore: number, away = '江口竞技联队') => {
      const matchId = `m74${width}${homeScore}`
      const match = betMatch(matchId, {
        homeScore,
        home: { id: `h${matchId}`, name, logo: '' },
        away: { id: `a${matchId}`, name: away, logo: '' },
      })
      return { match, markets: mainMarketsOf(matchId) }
    }
    serveBoard([row('沿海工人一队', 1), row('南屿山城流星', 108, long)])
    open('/app/sports')
    await expect.element(page.getByTitle('沿海工人一队')).toBeVisible()
    const fits = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) =>
      scrollHeight <= clientHeight && scrollWidth <= clientWidth
    for (const name of ['沿海工人一队', '南屿山城流星']) {
      const box = page.getByTitle(name).element()
      expect([name, fits(box)]).toEqual([name, true])
    }
    expect(page.getByTitle(long).element().getBoundingClientRect().height).toBeLessThanOrEqual(44)
    expect(document.documentElement.scrollWidth).toBe(width)
  })
})

describe('S1.7 the board', () => {
  it('a late viewer gets the newest prices from the room, and an older call does not replace them', async () => {
    const markets = mainMarketsOf('m731')
    serveBoard([{ match: betMatch('m731'), markets }])
    open('/app/sports')
    await expect.element(price('独赢 北港联')).toHaveTextContent('1.62')
    enterMarkets(null, [changed(changed(markets[0]!, { home: 1_500 }), { home: 1_400 }), ...markets.slice(1)])
    await expect.element(price('独赢 北港联')).toHaveTextContent('1.40')
    mounted.unmount()
    open('/app/sports')
    await expect.element(price('独赢 北港联')).toHaveTextContent('1.40')
    expect(transport.calls.filter(({ name }) => name === 'sport.matchList').length).toBeGreaterThan(1)
  })

  it('shows another line when it becomes the main one', async () => {
    const markets = mainMarketsOf('m732')
    serveBoard([{ match: betMatch('m732'), markets }])
    open('/app/sports')
    await expect.element(price('大小 大 2.5/3')).toBeVisible()
    enterMarkets(null, markets)
    const other = market('m732', 'total', { over: 1_900, under: 1_940 }, { line: 12 })
    sendMarkets(null, { market: markets[2]!, removed: true }, other)
    await expect.element(price('大小 大 3')).toHaveTextContent('大 31.90')
    await expect.poll(() => price('大小 大 2.5/3').elements().length).toBe(0)
  })

  it('keeps the slip beside it in view while it scrolls', async () => {
    await page.viewport(1280, 800)
    serveBoard(
      Array.from({ length: 16 }, (_, index) => {
        const matchId = `m74${index}`
        return { match: betMatch(matchId), markets: mainMarketsOf(matchId) }
      }),
    )
    open('/app/sports')
    await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(1_800)
    const top = () => mounted.root.querySelector('[data-slip="rail"]')!.getBoundingClientRect().top
    const before = top()
    scrollTo(0, 900)
    await expect.poll(() => scrollY).toBe(900)
    expect(top()).toBeGreaterThanOrEqual(0)
    expect(top()).toBeLessThanOrEqual(before + 60)
    scrollTo(0, 0)
  })

  it('adds a selection to the slip with the price that is shown, and removes it', async () => {
    const markets = mainMarketsOf('m733')
    serveBoard([{ match: betMatch('m733'), markets }])
    open('/app/sports')
    await expect.element(price('让球 北港联')).toBeEnabled()
    enterMarkets(null, markets)
    sendMarkets(null, changed(markets[1]!, { home: 1_850 }))
    await expect.element(price('让球 北港联')).toHaveTextContent('1.85')
    await userEvent.click(price('让球 北港联'))
    await expect.element(price('让球 北港联')).toHaveAttribute('aria-pressed', 'true')
    expect(store.get(slipAtom).legs).toEqual([
      { id: 'm733.handicap.-3.home', price: 1_850, match: '北港联 对 南屿', market: '让球', pick: '北港联 -0.5/1' },
    ])
    await userEvent.click(price('让球 北港联'))
    expect(store.get(slipAtom).legs).toEqual([])
  })

  it('renders no component when a price changes', async () => {
    const markets = mainMarketsOf('m734')
    serveBoard([{ match: betMatch('m734'), markets }])
    open('/app/sports')
    await expect.element(price('独赢 北港联')).toBeVisible()
    enterMarkets(null, markets)
    await frames(2)
    const seen: MutationRecord[] = []
    const observer = new MutationObserver((records) => seen.push(...records))
    observer.observe(mounted.root, { subtree: true, childList: true, characterData: true, attributes: true })
    sendMarkets(null, changed(markets[0]!, { home: 1_800, draw: 3_300, away: 4_900 }))
    await expect.element(price('独赢 北港联')).toHaveTextContent('1.80')
    observer.disconnect()
    const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)
    const buttons = new Set(seen.map(({ target }) => elementOf(target)?.closest('button[data-state]')))
    expect(buttons.size).toBe(3)
    expect([...buttons]).not.toContain(null)
  })

  it('says that no match is in play, and that the odds could not be read', async () => {
    serveBoard([])
    open('/app/sports?date=live')
    await expect.element(page.getByText('现在没有正在进行的比赛')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '直播中 0 场' })).toHaveAttribute('aria-current', 'page')
    mounted.unmount()
    const { match } = { match: betMatch('m735') }
    serveBoard([{ match, markets: mainMarketsOf('m735') }])
    transport.responses['sport.matchList'] = () => failure(50000, '服务器开小差了')
    transport.responses['soccer.schedule'] = ({ date }) =>
      success({ date, firstDate: date, lastDate: date, nextDate: null, list: [] })
    open('/app/sports')
    await expect.element(page.getByText('赔率加载失败，请稍后再试')).toBeVisible()
  })
})

describe('S1.7 Annex G.3 the page of a match', () => {
  const markets = (matchId: string) => [
    ...mainMarketsOf(matchId),
    market(matchId, 'handicap', { home: 2_300, away: 1_600 }, { line: -6 }),
    market(matchId, 'next-goal', { home: 1_800, none: 6_000, away: 2_900 }, { line: 2 }),
    market(matchId, 'correct-score', { '1-0': 6_500, '0-0': 9_000, '0-1': 12_000, other: 30_000 }),
  ]

  function serve(matchId: string, list = markets(matchId)) {
    serveBoard([])
    transport.responses['sport.matchDetail'] = () => success({ match: betMatch(matchId), markets: list })
    open(`/app/sports/match/${matchId}`)
  }

  const kinds = () =>
    [...mounted.root.querySelectorAll('h2 button[aria-expanded]')].map(({ textContent }) => textContent)

  it('shows all markets in groups, favourites first, and remembers these in the browser', async () => {
    serve('m741')
    await expect.element(page.getByRole('heading', { name: '北港联 对 南屿 盘口' })).toBeInTheDocument()
    await expect.poll(kinds).toEqual(['独赢', '让球', '大小', '下一球', '波胆'])
    await userEvent.click(page.getByRole('button', { name: '置顶：波胆' }))
    await expect.poll(kinds).toEqual(['波胆', '独赢', '让球', '大小', '下一球'])
    expect(localStorage.getItem('market-favourites')).toBe('["football.correct-score"]')
    await userEvent.click(page.getByText('让球大小'))
    await expect.poll(kinds).toEqual(['让球', '大小'])
    await userEvent.click(page.getByRole('button', { name: '让球', exact: true }))
    await expect
      .element(page.getByRole('button', { name: '让球', exact: true }))
      .toHaveAttribute('aria-expanded', 'false')
    expect(price('让球 北港联').elements()).toEqual([])
  })

  it('shows favourites of another tab, and keeps them when it stores its own', async () => {
    localStorage.setItem('market-favourites', '[]')
    serve('m744')
    await expect.poll(kinds).toEqual(['独赢', '让球', '大小', '下一球', '波胆'])
    const newValue = '["football.total"]'
    localStorage.setItem('market-favourites', newValue)
    window.dispatchEvent(new StorageEvent('storage', { key: 'market-favourites', newValue }))
    await expect.poll(kinds).toEqual(['大小', '独赢', '让球', '下一球', '波胆'])
    // The event of this change has not arrived yet.
    localStorage.setItem('market-favourites', '["football.total","football.next-goal"]')
    await userEvent.click(page.getByRole('button', { name: '置顶：波胆' }))
    expect(JSON.parse(localStorage.getItem('market-favourites') ?? '')).toEqual([
      'football.total',
      'football.next-goal',
      'football.correct-score',
    ])
    await expect.poll(kinds).toEqual(['大小', '下一球', '波胆', '独赢', '让球'])
  })

  it('closes markets that the room does not offer any more', async () => {
    const list = markets('m742')
    serve('m742', list)
    await expect.element(price('下一球：第 2 球 无进球')).toBeEnabled()
    await expect.poll(() => transport.marketRooms.has('sports-m742')).toBe(true)
    enterMarkets('m742', list.slice(0, 3))
    await expect.poll(kinds).toEqual(['独赢', '让球', '大小'])
    sendMarkets('m742', ...list.slice(0, 3).map((one) => changed(one, {}, { state: 'closed' })))
    await expect.element(page.getByText('盘口已全部关闭')).toBeVisible()
  })

  it('says that a match is unknown', async () => {
    serveBoard([])
    open('/app/sports/match/m743')
    await expect.element(page.getByText('没有这场比赛的盘口')).toBeVisible()
  })
})
