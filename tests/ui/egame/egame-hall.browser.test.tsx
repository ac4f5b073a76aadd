import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { GameHallPage } from '#app/pages/games/GameHallPage.tsx'
import { VenuePage } from '#app/pages/games/VenuePage.tsx'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { mountRoutes, type MountedRoutes, wear } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { BAY, GAMES, ROUND_ID, serveHall, venue } from './egame-fixtures.ts'

let mounted: MountedRoutes | null = null
beforeEach(() => {
  serveHall()
  store.set(sessionAtom, null)
})
afterEach(() => {
  vi.restoreAllMocks()
  mounted?.unmount()
  transport.responses = {}
  transport.calls.length = 0
  store.set(cachedResponsesAtom, new Map())
  store.set(sessionAtom, null)
})

async function open(path: string, width = 1280): Promise<void> {
  await page.viewport(width, 844)
  mounted?.unmount()
  mounted = mountRoutes(
    [
      { path: '/app/egame/:venue?', element: <GameHallPage /> },
      { path: '/app/game/:venue', element: <VenuePage /> },
    ],
    path,
  )
}
const signIn = () => store.set(sessionAtom, { member: MEMBER, expireAt: transport.now + 3_600_000 })
const address = () => `${mounted?.router.state.location.pathname}${mounted?.router.state.location.search}`
const names = () => [...document.querySelectorAll('[role="tabpanel"] h3')].map((name) => name.textContent)
const tab = (name: string) => userEvent.click(page.getByRole('tab', { name }))
const calls = (prefix: string) => transport.calls.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name)

describe('the hall of e-games', () => {
  it.each([390, 1280])(
    'S7.60 lists the games with return and limits, demo without sign-in, at %i px',
    async (width) => {
      await open('/app/egame/dz', width)
      await expect.poll(names).toEqual(GAMES.map(({ name }) => name))
      const slot = page.getByRole('listitem').filter({ hasText: '围巾转轴' })
      await expect.element(slot).toHaveTextContent('返还率 95.78%投注 ¥1.00 至 ¥500.00近 7 天 40 局')
      await expect
        .element(slot.getByRole('link', { name: '围巾转轴', exact: true }))
        .toHaveAttribute('href', '/app/game/YBDZ/slot?demo=1')
      expect(document.documentElement.scrollWidth).toBe(width)
      expect(calls('collect.')).toEqual([])
    },
  )

  it('S7.62 filters by brand, kind and name, with the filter in the URL', async () => {
    await open('/app/egame/dz')
    await expect.poll(names).toHaveLength(5)
    await page.getByLabelText('品牌').selectOptions('灯下牌局（2）')
    await expect.poll(names).toEqual(['包厢21点', '灯下扫雷'])
    await userEvent.click(page.getByText('牌类'))
    await expect.poll(names).toEqual(['包厢21点'])
    expect(address()).toBe('/app/egame/dz?brand=lamplight&tag=cards')
    await userEvent.fill(page.getByLabelText('搜索游戏'), '扫雷')
    await expect.element(page.getByRole('heading', { name: '没有符合条件的游戏' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '清除筛选' }))
    await expect.poll(names).toHaveLength(5)
    expect(address()).toBe('/app/egame/dz')
  })

  it('S7.61 sorts hot games by rounds and leaves out those without', async () => {
    await open('/app/egame/dz')
    await tab('热门')
    await expect.poll(names).toEqual(['包厢21点', '看台爬梯', '围巾转轴', '看台落球'])
  })

  it('S7.59 members collect and uncollect games, and a refusal takes the change back', async () => {
    signIn()
    await open('/app/egame/dz?tab=favourites')
    await expect.poll(names).toEqual(['看台爬梯'])
    await tab('全部')
    await userEvent.click(page.getByRole('button', { name: '收藏：灯下扫雷' }))
    await expect.element(page.getByRole('button', { name: '已收藏：灯下扫雷' })).toHaveAttribute('aria-pressed', 'true')
    await tab('收藏')
    await expect.poll(names).toEqual(['灯下扫雷', '看台爬梯'])
    await userEvent.click(page.getByRole('button', { name: '已收藏：看台爬梯' }))
    await expect.poll(names).toEqual(['灯下扫雷'])
    expect(calls('collect.').filter((name) => name !== 'collect.list')).toEqual(['collect.add', 'collect.remove'])

    transport.responses['collect.remove'] = () => failure(CODES.NETWORK_ABNORMAL, '网络异常')
    await userEvent.click(page.getByRole('button', { name: '已收藏：灯下扫雷' }))
    await expect.element(page.getByRole('button', { name: '已收藏：灯下扫雷' })).toBeVisible()
  })

  it('visitors are asked to sign in for favourites and recent games, and return', async () => {
    await open('/app/egame/dz')
    await tab('最近')
    const link = page.getByRole('tabpanel').getByRole('link', { name: '登录' })
    await expect.element(link).toHaveAttribute('href', '/login?fromPage=%2Fapp%2Fegame%2Fdz%3Ftab%3Drecent')
  })

  it('shows recently played games once each, newest first', async () => {
    signIn()
    const record = (title: string, id: string) =>
      ({ id, kind: 'round', venueEnName: 'YBDZ', title, stake: 100, returned: 0, state: 'lost', at: 1 }) as const
    transport.responses['gameRecord.list'] = () =>
      success({
        list: [record('看台落球', '1'), record('围巾转轴', '2'), record('看台落球', '3')],
        total: 3,
        pageNum: 1,
        pageSize: 20,
      })
    await open('/app/egame/dz?tab=recent')
    await expect.poll(names).toEqual(['看台落球', '围巾转轴'])
  })

  it('S7.63 shows the pool of the site’s currency with what fills and pays it, and the last round that won it', async () => {
    await open('/app/egame/dz')
    const pool = page.getByRole('region', { name: '看台奖池' })
    await expect.element(pool).toHaveTextContent('¥12,345.67')
    await expect.element(pool).toHaveTextContent('每笔投注的 0.5% 进入奖池')
    await expect.element(pool).toHaveTextContent('每投注 ¥1.00，有 100,000 分之一的机会')
    await expect
      .element(pool.getByRole('link', { name: '验证这一局' }))
      .toHaveAttribute('href', `/app/verify/${ROUND_ID}`)
  })

  it('S2.17 an unknown hall and none lead to the hall of all venues', async () => {
    await open('/app/egame/zz')
    await expect.poll(address).toBe('/app/egame/ybegdz')
    await expect.element(page.getByRole('link', { name: /海湾游戏/ })).toHaveAttribute('href', '/app/game/HWYX')
    await open('/app/egame')
    await expect.element(page.getByRole('heading', { level: 1, name: '电子游艺' })).toBeVisible()
  })

  it('S2.13 S2.19 a hall shows the venues of its key only', async () => {
    await open('/app/egame/hw')
    await expect.element(page.getByRole('heading', { level: 1, name: '海湾游戏' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /海湾游戏/ })).toBeVisible()
    expect(names()).toEqual([])
    await open('/app/egame/dz')
    await expect.poll(names).toHaveLength(5)
    expect(page.getByRole('link', { name: /海湾游戏/ }).query()).toBeNull()
  })

  it('games under maintenance have no links', async () => {
    transport.responses['egame.list'] = () => success({ list: GAMES.map((one) => ({ ...one, status: 1 })) })
    await open('/app/egame/dz')
    await expect.poll(names).toHaveLength(5)
    expect(document.querySelectorAll('[role="tabpanel"] a[href^="/app/game"]')).toHaveLength(0)
    await expect.element(page.getByText('维护中').first()).toBeVisible()
  })

  it('reports a failure with code and retry, and loads the games again', async () => {
    transport.responses['egame.list'] = () => failure(CODES.OFFLINE, '网络已断开', { traceId: 't1' })
    await open('/app/egame/dz')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/游戏加载失败.*t1/)
    serveHall()
    await userEvent.click(page.getByRole('alert').getByRole('button', { name: '重试' }))
    await expect.poll(names).toHaveLength(5)
  })

  it.each(['glow', 'fresh', 'simple'] as const)('has no axe findings in %s', async (skin) => {
    await open('/app/egame/ybegdz')
    wear(skin)
    await expect.poll(names).toHaveLength(5)
    expect(await findingsOfScreen()).toEqual([])
  })
})

describe('the entrance of a provider’s venue', () => {
  const launched = {
    url: 'https://games.example.com/play?t=1',
    mode: 'tab',
    transferred: 30_000,
    balance: 45_000,
  } as const
  const serveOpen = () => {
    transport.responses['game.maintain'] = () => success({ status: 0, start: null, end: null })
    transport.responses['game.launch'] = () => success(launched)
  }

  it('S7.55 opens the game in a tab without access to this one, and offers the link again', async () => {
    signIn()
    serveOpen()
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open('/app/game/HWYX')
    await userEvent.click(page.getByRole('button', { name: '进入游戏' }))
    const link = page.getByRole('link', { name: '没有看到？重新打开' })
    await expect.element(link).toHaveAttribute('href', launched.url)
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(opened).toHaveBeenCalledExactlyOnceWith(launched.url, '_blank', 'noopener,noreferrer')
    await expect.element(page.getByText('¥300.00')).toBeVisible()
    expect(await findingsOfScreen()).toEqual([])
  })

  it('does not open an address that is not one of the web', async () => {
    signIn()
    serveOpen()
    transport.responses['game.launch'] = () => success({ ...launched, url: 'javascript:alert(1)' })
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await open('/app/game/HWYX')
    await userEvent.click(page.getByRole('button', { name: '进入游戏' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('没有打开')
    expect(opened).not.toHaveBeenCalled()
  })

  it('sends visitors to sign-in and back', async () => {
    serveOpen()
    await open('/app/game/hwyx')
    const link = page.getByRole('link', { name: '登录后进入' })
    await expect.element(link).toHaveAttribute('href', '/login?fromPage=%2Fapp%2Fgame%2Fhwyx')
  })

  it('S7.65 shows the times of maintenance and cannot be entered then', async () => {
    signIn()
    const [start, end] = [Date.UTC(2026, 10, 20, 2), Date.UTC(2026, 10, 20, 6)]
    transport.responses['game.maintain'] = () => success({ status: 1, start, end })
    await open('/app/game/HWYX', 390)
    await expect.element(page.getByText('开始 2026-11-20 10:00:00，预计结束 2026-11-20 14:00:00')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '进入游戏' })).toBeDisabled()
    expect(document.documentElement.scrollWidth).toBe(390)
  })

  it('bundled venues lead to their halls; an unknown one is named as such', async () => {
    await open('/app/game/YBDZ')
    await expect.poll(address).toBe('/app/egame/dz')
    await open('/app/game/nowhere')
    await expect.element(page.getByRole('heading', { level: 1, name: '没有这个场馆' })).toBeVisible()
    transport.responses['venue.list'] = () => success({ list: [venue('YBZR', '看台真人', { type: 'casino' }), BAY] })
    store.set(cachedResponsesAtom, new Map())
    await open('/app/game/YBZR')
    await expect.poll(address).toBe('/app/live-casino')
  })
})
