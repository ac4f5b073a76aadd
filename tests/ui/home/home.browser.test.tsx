import axe from '../support/axe.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LIVE_LIST_PAGE, LIVE_LIST_SIZE } from '#protocol/constants.ts'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { frames } from '../support/mount.tsx'
import {
  closeHome,
  comeHome,
  here,
  leaveHome,
  openHome,
  serveHome,
  serveMatches,
  venue,
  VENUES,
} from '../support/open-home.tsx'

beforeEach(serveHome)
afterEach(() => {
  vi.useRealTimers()
  closeHome()
  for (const end of endings.splice(0)) end()
})

const carousel = page.getByRole('region', { name: '看台推荐' })
const strip = page.getByRole('navigation', { name: '正在进行的比赛' })
const cards = () => [...document.querySelectorAll('[role="tabpanel"] li')]
const text = () => document.body.textContent ?? ''
/** Ends pending calls, like the timeout of the transport. */
const endings: (() => void)[] = []
const never = () =>
  new Promise<ReturnType<typeof failure>>((resolve) => endings.push(() => resolve(failure(-1, '网络异常'))))

/** Returns the layout shifts from now on that no input has caused. */
function watchShifts(): () => number {
  let sum = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) sum += value
    }
  })
  observer.observe({ type: 'layout-shift' })
  return () => {
    observer.disconnect()
    return sum
  }
}

describe('S2.5 the home screen', () => {
  it.each([
    ['a desktop', 1440, 900],
    ['a phone', 390, 844],
  ])('shows live matches on %s, two presses from a room, without layout shift', async (_name, width, height) => {
    const shifts = watchShifts()
    await openHome({ width, height })
    await expect.element(carousel.getByRole('heading', { name: '周六夜，听一场德比' })).toBeVisible()
    await expect.element(carousel).toHaveTextContent('北港联 2 : 1 南屿 · 下半场 67′')
    await expect.element(strip.getByRole('link').first()).toHaveAttribute('href', '/app/live/g1')
    await expect.poll(cards).toHaveLength(6)
    await expect.element(page.getByText('雨战四连胜，北港联做对了什么')).toBeInTheDocument()
    await frames(10)
    expect(shifts()).toBeLessThan(0.02)
    expect(document.documentElement.scrollWidth).toBe(width)
    const bottom = strip.element().getBoundingClientRect().bottom
    expect(bottom).toBeLessThan(height)
    await carousel.getByRole('link', { name: '进入直播间' }).click()
    await expect.poll(here).toBe('/app/live/g0')
  })

  it('S9.1 requests 200 of every kind, first page, and nothing that requires a member', async () => {
    await openHome()
    await expect.poll(cards).toHaveLength(6)
    const lists = transport.calls.filter(({ name }) => name === 'live.popularList').map(({ params }) => params)
    expect(lists).toEqual(
      ['football', 'basketball', 'esports', 'anchor'].map((kind) => ({
        size: LIVE_LIST_SIZE,
        page: LIVE_LIST_PAGE,
        kind,
      })),
    )
    expect(transport.calls.filter(({ name }) => /^(follow|visit)\./.test(name))).toEqual([])
  })

  it('S3.32 switches the kind of match by tabs, also by keyboard, with a link to all', async () => {
    await openHome()
    await page.getByRole('tab', { name: '足球' }).click()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(page.getByRole('tab', { name: '篮球' })).toHaveAttribute('aria-selected', 'true')
    await expect
      .element(page.getByRole('link', { name: '全部 1 场' }))
      .toHaveAttribute('href', '/app/live?kind=basketball')
    expect(cards()).toHaveLength(1)
  })

  it('has no axe findings, for a visitor and with all blocks failed', async () => {
    const findings = async () => {
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    }
    await openHome()
    await expect.poll(cards).toHaveLength(6)
    expect(await findings()).toEqual([])
    closeHome()
    transport.responses = {}
    await openHome({ isMember: true })
    await expect.element(page.getByText('场馆加载失败')).toBeVisible()
    expect(await findings()).toEqual([])
  })
})

it('the match of the lead is not repeated in strip, cards and marquee', async () => {
  const item = { popup: 0, start: 0, end: GALLERY_NOW + 60_000 }
  transport.responses['site.announcements'] = () =>
    success({
      list: [
        { id: 'n-1', title: '德比即将开赛', content: '北港联对南屿，欢迎进入直播间观看', ...item },
        { id: 'n-2', title: '发言约定', content: '请勿发布广告', ...item },
      ],
    })
  await openHome()
  await expect.poll(cards).toHaveLength(6)
  await expect.element(strip.getByRole('link').first()).toBeVisible()
  await expect.element(page.getByRole('region', { name: '公告' })).toHaveTextContent('请勿发布广告')
  expect([...document.querySelectorAll('main a[href="/app/live/g0"]')].map((link) => link.textContent)).toEqual([
    '进入直播间',
  ])
  expect(text()).not.toContain('德比即将开赛')
})

describe('blocks', () => {
  it('reserve their space while loading, and announce it once each', async () => {
    for (const name of ['site.queryBannersNew', 'venue.list', 'news.list', 'egame.hotList'] as const) {
      transport.responses[name] = never
    }
    transport.responses['site.announcements'] = never
    transport.responses['live.popularList'] = never
    await openHome()
    // Skeletons are hidden in the first 150 ms.
    await expect.poll(() => page.getByRole('status').all().length).toBeGreaterThanOrEqual(6)
    expect(document.querySelector('[role="alert"]')).toBeNull()
    await expect.element(page.getByRole('tab', { name: '足球' })).toBeVisible()
  })

  it('are shown independently of a list that does not load', async () => {
    const { 'live.popularList': serve } = transport.responses
    transport.responses['live.popularList'] = (params) =>
      params.kind === 'football' ? never() : (serve?.(params) ?? failure(-1, '网络异常'))
    await openHome()
    await expect.element(strip.getByRole('link').first()).toBeVisible()
    expect(transport.calls.filter(({ name }) => name === 'live.popularList').length).toBeGreaterThanOrEqual(4)
  })

  it('show their own error with code, trace id and 重试', async () => {
    transport.responses['venue.list'] = () => failure(10504, '服务繁忙', { traceId: 'trace-7' })
    await openHome()
    await expect.poll(cards).toHaveLength(6)
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('场馆加载失败，点此重试错误 10504 · 追踪号 trace-7')
    transport.responses['venue.list'] = () => success({ list: [...VENUES] })
    await alert.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('link', { name: /看台体育/ })).toBeVisible()
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('retry on reconnect, only after a connection failure', async () => {
    let asked = 0
    transport.responses['venue.list'] = () => failure(CODES.NETWORK_FAILURE, '网络异常', { traceId: '' })
    transport.responses['egame.hotList'] = () => {
      asked += 1
      return failure(10504, '服务繁忙', { traceId: 'trace-8' })
    }
    await openHome()
    await expect.poll(text).toContain('场馆加载失败')
    await expect.poll(text).toContain('trace-8')
    const before = asked
    transport.responses['venue.list'] = () => success({ list: [...VENUES] })
    // Listeners may be attached after the render.
    await expect
      .poll(() => {
        window.dispatchEvent(new Event('online'))
        return page.getByRole('link', { name: /看台体育/ }).elements().length
      })
      .toBe(1)
    expect(text()).not.toContain('场馆加载失败')
    expect([asked, text().includes('trace-8')]).toEqual([before, true])
  })

  it('are hidden when they are empty', async () => {
    transport.responses['site.queryBannersNew'] = () => success({ home: [] })
    transport.responses['venue.list'] = () => success({ list: [venue('sport', 0, { isDisplay: 0 })] })
    transport.responses['egame.hotList'] = () => success({ list: [] })
    transport.responses['news.list'] = () => success({ list: [], total: 0, pageNum: 1, pageSize: 10 })
    transport.responses['site.announcements'] = () => success({ list: [] })
    serveMatches(GALLERY_MATCHES.filter((match) => match.clock.phase === 'ended'))
    await openHome()
    await expect.element(page.getByText('暂无直播')).toBeVisible()
    await expect.poll(text).toContain('未满 18 岁')
    await expect.poll(() => document.querySelector('output [aria-hidden]')).toBeNull()
    for (const word of ['看台推荐', '场馆', '热门游戏', '最新资讯', '今晚赛程']) {
      expect(document.querySelector(`[aria-label="${word}"]`), word).toBeNull()
      expect(text(), word).not.toContain(word)
    }
  })

  it('show cached data at once when the screen is reopened without a server', async () => {
    await openHome()
    await expect.element(page.getByRole('link', { name: /看台体育/ })).toBeVisible()
    await expect.poll(cards).toHaveLength(6)
    await expect.poll(text).toContain('雨战四连胜')
    await leaveHome()
    for (const name of ['site.queryBannersNew', 'venue.list', 'news.list', 'live.popularList'] as const) {
      transport.responses[name] = never
    }
    await comeHome()
    await frames(2)
    expect(cards()).toHaveLength(6)
    expect(text()).toContain('看台体育')
    expect(text()).toContain('雨战四连胜')
    expect(text()).toContain('周六夜，听一场德比')
  })

  it('S7.28 include current announcements in the marquee, except those that open by themselves', async () => {
    await openHome()
    const line = page.getByRole('region', { name: '公告' })
    await expect.element(line).toHaveTextContent('例行维护周一凌晨四点到六点')
    expect(text()).not.toContain('只在弹窗里')
    expect(text()).not.toContain('不该出现')
    await line.getByRole('button', { name: '暂停公告' }).click()
    await expect.element(line.getByRole('button', { name: '继续滚动' })).toBeVisible()
  })

  it('link to the invitation and to responsible play, without promising limits', async () => {
    await openHome()
    await expect.element(page.getByRole('link', { name: '生成海报' })).toHaveAttribute('href', '/app/activity/invite')
    await expect.element(page.getByRole('link', { name: '去兑换' })).toHaveAttribute('href', '/app/points')
    await expect.element(page.getByRole('link', { name: '注意休息' })).toHaveAttribute('href', '/app/responsible')
  })
})

describe('scores', () => {
  it('show a goal in its cell; the strip scrolls by keyboard', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openHome({ width: 390, height: 844 })
    while (strip.getByRole('link').all().length <= 3) await frames(1)
    serveMatches(GALLERY_MATCHES.map((match) => (match.eid === 'g1' ? { ...match, homeScore: 3 } : match)))
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    const cell = strip.getByRole('link').first()
    await expect.element(cell).toHaveTextContent('山地杯进球云岭竞技3青禾0')
    const held = cell.element().querySelector('[aria-hidden]')?.getAnimations()[0]
    expect(Number(held?.effect?.getTiming().duration)).toBe(4_000)
    const last = strip.getByRole('link').all().at(-1)!.element() as HTMLElement
    last.focus()
    await expect.poll(() => strip.element().scrollLeft).toBeGreaterThan(0)
    expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(391)
  })

  it('are refetched every 15 seconds while the page is visible', async () => {
    const asked = () => transport.calls.filter(({ name }) => name === 'live.popularList').length
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openHome()
    // expect.poll would advance the clock.
    while (asked() < 4) await frames(1)
    vi.advanceTimersByTime(14_999)
    expect(asked()).toBe(4)
    vi.advanceTimersByTime(1)
    while (asked() < 8) await frames(1)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.advanceTimersByTime(120_000)
    await frames(3)
    expect(asked()).toBe(8)
    hidden.mockRestore()
  })
})

describe('venues and games', () => {
  it('S3.15 S4.7 open venues link to their screen, those under maintenance show it, others are hidden', async () => {
    transport.responses['venue.list'] = () =>
      success({
        list: [
          venue('sport', 0),
          venue('esports', 0),
          venue('casino', 2),
          venue('egame', 0),
          venue('fishing', 1),
          venue('chess', 1, { maintainEnd: Date.UTC(2026, 10, 21, 14) }),
        ],
      })
    await openHome()
    const tiles = page.getByRole('list', { name: '场馆' })
    await expect.element(tiles.getByRole('link', { name: /看台体育/ })).toHaveAttribute('href', '/app/sports')
    await expect.element(tiles.getByRole('link', { name: /电竞/ })).toHaveAttribute('href', '/app/live?kind=esports')
    expect(tiles.element().querySelectorAll('a')).toHaveLength(3)
    await expect
      .element(tiles)
      .toHaveTextContent('看台体育4 场直播中电子游艺开放中电竞1 场直播中捕鱼维护中棋牌维护至 22:00')
  })

  it('S3.29 S3.30 anchor games have a tile while the site offers them: a link to what can be played, greyed in maintenance', async () => {
    const ty = { enName: 'ZBYX', status: 0, isDisplay: 1, isDisplayMaintainVenue: 1 }
    await openHome()
    const tiles = page.getByRole('list', { name: '场馆' })
    const tile = tiles.getByRole('button', { name: /主播游戏/ })
    const link = tiles.getByRole('link', { name: /主播游戏/ })
    await expect.element(tiles.getByRole('link', { name: /看台体育/ })).toBeVisible()
    expect([tile.query(), link.query()]).toEqual([null, null])
    const offer = (change: Partial<SiteConfig>) =>
      store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, zbyx: [{ channelName: '看台一台' }], ty: [ty], ...change })
    offer({})
    // No venue has anchor games or live tables.
    expect([tile.query(), link.query()]).toEqual([null, null])
    closeHome()
    transport.responses['venue.list'] = () =>
      success({ list: [venue('sport', 0), venue('casino', 0, { enName: 'YBZR' })] })
    await openHome()
    await expect.element(link).toHaveAttribute('href', '/app/live-casino')
    await expect.element(link).toHaveTextContent('主播游戏看台一台')
    offer({ ty: [{ ...ty, status: 1 }] })
    await expect.element(tiles).toHaveTextContent('主播游戏维护中')
    expect(link.query()).toBeNull()
    await tile.click()
    await expect.element(page.getByText('场馆暂未开放 · 主播游戏维护中 · 看台一台').first()).toBeVisible()
    offer({ siteAnchorGameEntranceV4: 0 })
    await expect.element(tile).not.toBeInTheDocument()
    store.set(siteConfigAtom, CONFIG_DEFAULTS)
  })

  it.each([320, 360, 375])('names of venues and banners are not cut at %d px', async (width) => {
    const kinds = ['sport', 'esports', 'casino', 'egame', 'fishing', 'chess'] as const
    transport.responses['venue.list'] = () =>
      success({ list: kinds.map((kind) => venue(kind, kind === 'sport' ? 0 : 1)) })
    await openHome({ width, height: 700 })
    const tiles = page.getByRole('list', { name: '场馆' })
    await expect.element(tiles).toHaveTextContent('真人视讯')
    const leaves = [
      ...document.querySelectorAll<HTMLElement>('main :is(ul[aria-label="场馆"], [aria-roledescription]) *'),
    ]
    const cut = leaves.filter((leaf) => leaf.childElementCount === 0 && leaf.scrollWidth > leaf.clientWidth + 1)
    expect(cut.map((leaf) => leaf.textContent)).toEqual([])
  })

  it('S4.8 S2.7 a sport venue with another status than 0 shows 场馆暂未开放 without navigation', async () => {
    transport.responses['venue.list'] = () => success({ list: [venue('sport', 1)] })
    await openHome()
    await page.getByRole('button', { name: /看台体育/ }).click()
    await expect.element(page.getByText('场馆暂未开放 · 看台体育维护中')).toBeVisible()
    await expect.poll(here).toBe('/app/home')
  })

  it('S7.61 games are hidden until they open, and lead to the demo for visitors and to the game for members then', async () => {
    await openHome()
    await expect.poll(cards).toHaveLength(6)
    expect(text()).not.toContain('热门游戏')
    closeHome()
    const serveGames = () => {
      serveHome()
      transport.responses['egame.hotList'] = () =>
        success({
          list: [
            { gameId: 'g-1', name: '满座连连看', venueEnName: 'YBDZ', art: 'seats', status: 0 },
            { gameId: 'g-2', name: '夜航垂钓', venueEnName: 'YBDZ', art: 'fish', status: 2 },
          ],
        })
    }
    serveGames()
    await openHome()
    const games = page.getByRole('region', { name: '热门游戏' })
    await expect.element(games).toHaveTextContent(/^热门游戏全部游戏满座连连看$/)
    const game = games.getByRole('link', { name: '满座连连看' })
    await expect.element(game).toHaveAttribute('href', '/app/game/YBDZ/g-1?demo=1')
    await expect.element(games.getByRole('link', { name: '全部游戏' })).toHaveAttribute('href', '/app/egame/ybegdz')
    closeHome()
    serveGames()
    await openHome({ isMember: true })
    await expect.element(game).toHaveAttribute('href', '/app/game/YBDZ/g-1')
  })
})

describe('reminders (预约)', () => {
  it('are set on a card and in the schedule', async () => {
    await openHome({ width: 1440, height: 900 })
    const schedule = page.getByRole('region', { name: '今晚赛程' })
    const card = schedule.getByRole('button', { name: '预约：南屿青年 对 云岭二队' })
    await card.click()
    await expect.element(page.getByText('预约成功，今晚 21:30 开赛时提醒你')).toBeVisible()
    await expect.poll(() => page.getByRole('button', { name: '已预约：南屿青年 对 云岭二队' }).all().length).toBe(2)
    expect(GALLERY_NOW).toBe(transport.now)
  })
})
