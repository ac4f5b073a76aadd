import axe from '../support/axe.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DataPage } from '#app/pages/live/DataPage.tsx'
import { ExpertPage } from '#app/pages/news/ExpertPage.tsx'
import { TipPage } from '#app/pages/news/TipPage.tsx'
import { TipsPage } from '#app/pages/news/TipsPage.tsx'
import { tipPagesAtom } from '#features/news/news-model.ts'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { MountedRoutes } from '../support/mount.tsx'
import { mountRoutes } from '../support/mount.tsx'
import { expert, fixture, schedule, standings, tip } from '../support/news-fixtures.ts'

let mounted: MountedRoutes
const here = () => mounted.router.state.location.pathname + mounted.router.state.location.search
/** For a slow machine. */
const waitFor = (check: () => void) => vi.waitFor(check, 30_000)

async function open(path: string, size = { width: 1280, height: 800 }): Promise<void> {
  await page.viewport(size.width, size.height)
  mounted = mountRoutes(
    [
      { path: '/app/tips', Component: TipsPage },
      { path: '/app/tips/:id', Component: TipPage },
      { path: '/app/expert/:id', Component: ExpertPage },
      { path: '/app/data', Component: DataPage },
    ],
    path,
  )
}

const findings = async () => (await axe.run(mounted.root)).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)

beforeEach(() => {
  transport.now = NOON
  transport.calls.length = 0
  store.set(tipPagesAtom, {})
  const experts = [expert('e-1', 44, 30), expert('e-2', 9, 8)]
  transport.responses = {
    'tips.list': ({ state }) => {
      const list = state === 'settled' ? [tip(8, { result: 'right' }), tip(9, { result: 'wrong' })] : [tip(1), tip(2)]
      return success({ list, experts, total: 2, pageNum: 1, pageSize: 10 })
    },
    'tips.detail': ({ id }) =>
      success({
        ...tip(8, { id, result: 'right' }),
        paragraphs: ['先说结论：<b>北港联不败</b>。'],
        match: fixture({ stage: 'ended', score: '2-1', hasRoom: false }),
      }),
    'tips.expert': ({ id }) =>
      success({ ...(id === 'e-1' ? expert(id, 44, 30) : expert(id, 19, 19)), tips: [tip(8, { result: 'right' })] }),
    'soccer.leagues': () =>
      success({
        list: [
          { id: 'football', name: '海岸联赛' },
          { id: 'basketball', name: '城市篮球联赛' },
        ],
      }),
    'soccer.standings': ({ league }) => success(standings(league)),
    'soccer.schedule': ({ date }) =>
      success(
        date === '2026-11-22'
          ? schedule(date, [], '2026-11-23')
          : schedule(date, [
              fixture({ stage: 'live', score: '1-0' }),
              fixture({ eid: 'm-2', home: '清河', away: '江城', hasRoom: false }),
            ]),
      ),
    'site.bannerList': () => success({ list: [] }),
  }
})
afterEach(() => {
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  mounted.unmount()
})

describe('S1.24 /app/tips', () => {
  it('S1.24 lists predictions and experts with their records', async () => {
    await open('/app/tips')
    await expect.element(page.getByRole('heading', { name: '看法 1' })).toBeVisible()
    await expect.poll(() => document.title).toBe('专家 · 看台')
    await expect.element(page.getByRole('link', { name: /专家e-1/ })).toBeVisible()
    const experts = page.getByRole('list', { name: '专家' })
    await expect.element(experts).toHaveTextContent('命中 68%')
    await expect.element(experts).toHaveTextContent('样本不足')
    await page.getByRole('tab', { name: '已有结果' }).click()
    await expect.poll(here).toBe('/app/tips?state=settled')
    await expect.element(page.getByText('未命中')).toBeVisible()
    await waitFor(() => expect(page.getByText('命中', { exact: true }).elements()).toHaveLength(1))
    expect(await findings()).toEqual([])
  })

  it('S1.24 without coming predictions links to past ones', async () => {
    transport.responses['tips.list'] = () => success({ list: [], experts: [], total: 0, pageNum: 1, pageSize: 10 })
    await open('/app/tips')
    await page.getByRole('button', { name: '查看已有结果' }).click()
    await expect.poll(here).toBe('/app/tips?state=settled')
    await expect.element(page.getByRole('heading', { name: '暂无已有结果的观点' })).toBeVisible()
  })

  it.each(['/app/tips', '/app/tips/t-1', '/app/expert/e-1'])(
    'S9.14 %s shows that experts are disabled, without a request',
    async (path) => {
      store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, expertTipsSwitch: 0 })
      await open(path)
      await expect.element(page.getByRole('heading', { name: '专家观点暂时不开放' })).toBeVisible()
      expect(transport.calls.filter(({ name }) => name.startsWith('tips.'))).toEqual([])
      expect(page.getByRole('link', { name: '专家' }).elements()).toHaveLength(0)
    },
  )
})

describe('S1.24 /app/tips/:id and /app/expert/:id', () => {
  it('S1.24 a tip has result, match and author, with its text as text', async () => {
    await open('/app/tips/t-8')
    await expect.element(page.getByText('赛前看好：北港联不败')).toBeVisible()
    await expect.element(page.getByText('全场 2 : 1')).toBeVisible()
    await expect.element(page.getByText('先说结论：<b>北港联不败</b>。')).toBeVisible()
    expect(await findings()).toEqual([])
    await page.getByRole('link', { name: '灯塔老周 的观点' }).click()
    await expect.poll(here).toBe('/app/expert/e-lighthouse')
  })

  it('S1.24 a tip on a match that the site does not have names it; a site without tables shows none', async () => {
    transport.responses['tips.detail'] = ({ id }) =>
      success({ ...tip(8, { id, result: 'right' }), paragraphs: ['理由'], match: null })
    transport.responses['soccer.standings'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    await open('/app/tips/t-8')
    await expect.element(page.getByRole('article')).toHaveTextContent(/北港联 对 南屿/)
    expect(page.getByText('全场').elements()).toHaveLength(0)
    await expect.element(page.getByRole('heading', { name: '积分榜' })).not.toBeInTheDocument()
    expect(await findings()).toEqual([])
  })

  it('S1.24 shows the state of each tip: before, during and after its match', async () => {
    const tips = [
      tip(1, { kickOffAt: NOON + 3_600_000 }),
      tip(2, { kickOffAt: NOON - 600_000 }),
      tip(8, { result: 'right' }),
    ]
    transport.responses['tips.expert'] = ({ id }) => success({ ...expert(id, 44, 30), tips })
    await open('/app/expert/e-1')
    await expect.element(page.getByText('未开赛')).toBeVisible()
    await expect.element(page.getByText('待定')).toBeVisible()
    await expect.element(page.getByText('命中', { exact: true })).toBeVisible()
  })

  it('S1.24 shows a rate with its sample size from twenty settled tips on', async () => {
    await open('/app/expert/e-1')
    await expect.element(page.getByText('68%')).toBeVisible()
    await expect.element(page.getByText(/近 30 天 44 条已有结果，命中 30 条/)).toBeVisible()
    expect(await findings()).toEqual([])
  })

  it('S1.24 shows no rate for nineteen, and why', async () => {
    await open('/app/expert/e-2')
    await expect.element(page.getByText(/近 30 天仅 19 条已有结果，满 20 条才计算命中率/)).toBeVisible()
    expect(page.getByText('%').elements()).toHaveLength(0)
  })

  it('shows the table of its own sport beside a tip', async () => {
    transport.responses['tips.detail'] = ({ id }) =>
      success({ ...tip(8, { id }), paragraphs: ['主队'], match: fixture({ leagueId: 'basketball' }) })
    await open('/app/tips/t-8')
    const tables = () => transport.calls.filter(({ name }) => name === 'soccer.standings').map(({ params }) => params)
    await waitFor(() => expect(tables()).toEqual([{ league: 'basketball' }]))
  })

  it.each([
    ['an unknown view and an unknown expert', CODES.NOT_FOUND],
    ['a link that names none at all', CODES.PARAM_ERROR],
  ])('S1.24 %s links back', async (_, code) => {
    transport.responses['tips.detail'] = () => failure(code, '没有')
    transport.responses['tips.expert'] = () => failure(code, '没有')
    await open('/app/tips/t-0')
    await expect.element(page.getByRole('heading', { name: '观点不存在' })).toBeVisible()
    await mounted.router.navigate('/app/expert/nobody')
    await expect.element(page.getByRole('heading', { name: '专家不存在' })).toBeVisible()
  })
})

describe('Annex D.7 /app/data', () => {
  it('Annex D.7 has a table with caption, zones and a highlighted row, which scrolls sideways on a phone', async () => {
    const list = standings().list.map((row) => ({ ...row, played: 12_345, won: 10_930, lost: 1_415 }))
    transport.responses['soccer.standings'] = ({ league }) => success(standings(league, { list }))
    await open('/app/data?team=雁门', { width: 390, height: 844 })
    const table = page.getByRole('table', { name: '海岸联赛积分榜，第 10 轮后，共 30 轮' })
    await expect.element(table).toBeVisible()
    const scroller = page.getByRole('region', { name: '海岸联赛积分榜，可左右滑动' }).element()
    expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth)
    expect(document.documentElement.scrollWidth).toBe(390)
    const [first, own] = [table.getByRole('row').nth(1), table.getByRole('row', { name: /雁门/ })]
    expect(first.element().textContent).toContain('海峡杯资格')
    await expect.element(own.getByRole('button', { name: '雁门' })).toHaveAttribute('aria-pressed', 'true')
    const places = () =>
      ['球队', '积分'].map((name) =>
        Math.round(table.getByRole('columnheader', { name }).element().getBoundingClientRect().x),
      )
    const before = places()
    scroller.scrollLeft = 200
    for (const [at, x] of places().entries()) expect(Math.abs(x - (before[at] ?? 0))).toBeLessThan(2)
    await own.getByRole('button').click()
    await waitFor(() => expect(here()).toBe('/app/data'))
    expect(await findings()).toEqual([])
  })

  it('Annex D.7 keeps each score of the schedule on one line at 320 px', async () => {
    transport.responses['soccer.schedule'] = ({ date }) =>
      success(schedule(date, [fixture({ stage: 'live', score: '108-96' }), fixture({ eid: 'm-2', stage: 'ended' })]))
    await open('/app/data', { width: 320, height: 700 })
    const row = page.getByRole('listitem').filter({ hasText: '108' })
    const lines = () => [...row.element().querySelectorAll('b, p span')].map((part) => part.getClientRects().length)
    await expect.element(row).toBeVisible()
    expect(lines()).toEqual([1, 1, 1, 1])
    for (const part of row.element().querySelectorAll('b, p span'))
      expect(part.getBoundingClientRect().height).toBeLessThan(30)
  })

  it('Annex D.7 has leagues as tabs and never shows the table of another league', async () => {
    await open('/app/data')
    await expect.element(page.getByRole('table')).toBeVisible()
    transport.responses['soccer.standings'] = () => new Promise(() => {})
    await page.getByRole('tab', { name: '城市篮球联赛' }).click()
    await waitFor(() => expect(page.getByRole('table').elements()).toHaveLength(0))
    await expect.poll(here).toBe('/app/data?league=basketball')
  })

  it('Annex D.7 shows that a season is over or has no table', async () => {
    const season = { ...standings().season, isOver: true }
    transport.responses['soccer.standings'] = ({ league }) => success(standings(league, { season }))
    await open('/app/data')
    await expect.element(page.getByText(/上赛季最终排名/)).toBeVisible()
    transport.responses['soccer.standings'] = ({ league }) => success(standings(league, { list: [] }))
    await page.getByRole('tab', { name: '城市篮球联赛' }).click()
    await expect.element(page.getByRole('heading', { name: '休赛期，暂无积分榜' })).toBeVisible()
  })

  it('Annex D.7 navigates by day and date within the season, and links to open rooms', async () => {
    await open('/app/data')
    await expect
      .element(page.getByRole('link', { name: '进入直播间：北港联 对 南屿' }))
      .toHaveAttribute('href', '/app/live/2001')
    expect(page.getByRole('link', { name: /进入直播间：.*清河/ }).elements()).toHaveLength(0)
    await page.getByRole('button', { name: '后一天' }).click()
    await expect.poll(here).toBe('/app/data?date=2026-11-22')
    await expect.element(page.getByRole('heading', { name: '11 月 22 日没有比赛' })).toBeVisible()
    await page.getByRole('button', { name: '查看' }).click()
    await expect.poll(here).toBe('/app/data?date=2026-11-23')
    const picker = page.getByLabelText('选择日期')
    await userEvent.fill(picker, '2027-01-01')
    await expect.poll(here).toBe('/app/data?date=2026-11-23')
    await userEvent.fill(picker, '2026-12-05')
    await waitFor(() => expect(here()).toBe('/app/data?date=2026-12-05'))
    await expect.element(page.getByRole('button', { name: '后一天' })).toBeDisabled()
    await page.getByRole('button', { name: '今天' }).click()
    await expect.poll(here).toBe('/app/data')
  })

  it('Annex D.7 shows a break; a failed table or schedule does not affect the other', async () => {
    transport.responses['soccer.schedule'] = ({ date }) => success(schedule(date, []))
    transport.responses['soccer.standings'] = () =>
      failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试', { traceId: 't-9' })
    await open('/app/data?date=not-a-date&league=nothing')
    await expect.element(page.getByRole('heading', { name: '休赛期' })).toBeVisible()
    await expect.element(page.getByText('错误 10504 · 追踪号 t-9')).toBeVisible()
    transport.responses['soccer.standings'] = ({ league }) => success(standings(league))
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('table')).toBeVisible()
  })
})
