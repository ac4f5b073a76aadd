import { DAY_MS, siteDateOf } from '#protocol/time.ts'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { SportsPage } from '#app/pages/live/SportsPage.tsx'
import { GALLERY_NOW } from '#gallery/fixtures.ts'
import { store } from '#state/store.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { fixture } from '../support/news-fixtures.ts'

const [D1, D2] = [siteDateOf(GALLERY_NOW + DAY_MS), siteDateOf(GALLERY_NOW + 2 * DAY_MS)] as const
type Schedule = DataOf<'soccer.schedule'>

/** One match on the first day, none on others. */
const schedule = (date: string): Schedule => ({
  date,
  firstDate: D1,
  lastDate: D2,
  nextDate: null,
  list: date === D1 ? [fixture({ kickOffAt: Date.parse(`${D1}T20:00:00+08:00`) })] : [],
})

let mounted: Mounted
beforeEach(async () => {
  await page.viewport(390, 844)
  transport.now = GALLERY_NOW
  transport.responses = {
    'site.sportConfigs': () => success({ list: [] }),
    'soccer.leagues': () => success({ list: [{ id: 'football', name: '海岸联赛' }] }),
    'soccer.schedule': ({ date }) => success(schedule(date)),
    'sport.matchList': () => success({ list: [] }),
  }
})
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(cachedResponsesAtom, new Map())
})

function open(date: string): void {
  const routes = [{ path: '/app/sports', Component: SportsPage }]
  const router = createMemoryRouter(routes, { initialEntries: [`/app/sports?date=${date}`] })
  mounted = mount(<RouterProvider router={router} />)
}

const match = page.getByText('北港联', { exact: true })
/** The days; 直播中 is before them. */
const days = page.getByRole('navigation', { name: '日期' }).getByRole('link', { name: /月/ })

describe('the days of /app/sports', () => {
  it('never show the matches of another day, also when a day fails to load', async () => {
    open(D1)
    await expect.element(match).toBeVisible()
    transport.responses['soccer.schedule'] = () => failure(50000, '服务器开小差了')
    await userEvent.click(days.nth(2))
    await expect.element(page.getByRole('alert').getByRole('button', { name: '重试' })).toBeVisible()
    expect(match.elements()).toEqual([])

    mounted.unmount()
    let asks = 0
    transport.responses['soccer.schedule'] = () => {
      asks += 1
      return new Promise(() => {})
    }
    open(D2)
    await expect.poll(() => asks).toBe(1)
    await expect.element(page.getByRole('tabpanel').getByRole('status')).toBeInTheDocument()
    expect(match.elements()).toEqual([])
  })

  it.each([
    ['2026-11-20', '11 月 20 日', 0],
    ['2026-12-24', '12 月 24 日', 7],
    ['2027-01-02', '2027 年 1 月 2 日', 7],
  ])('name a day that is not among the next seven: %s', async (date, name, place) => {
    open(date)
    await expect.element(days.nth(place)).toHaveAttribute('aria-current', 'date')
    await expect.element(days.nth(place)).toHaveTextContent(name)
    expect(days.elements()).toHaveLength(8)
    const strip = days.nth(place).element().parentElement!.getBoundingClientRect()
    const pill = days.nth(place).element().getBoundingClientRect()
    expect(pill.left).toBeGreaterThanOrEqual(strip.left)
    expect(pill.right).toBeLessThanOrEqual(strip.right)
    expect(document.documentElement.scrollWidth).toBe(390)
  })

  it('show today for an invalid date, without requesting it', async () => {
    const asked: string[] = []
    transport.responses['soccer.schedule'] = ({ date }) => {
      asked.push(date)
      return date === '2026-02-30' ? failure(10001, '参数有误') : success(schedule(date))
    }
    transport.responses['live.popularList'] = () => success({ list: [], total: 0, pageNum: 1, pageSize: 200 })
    open('2026-02-30')
    await expect.element(days.nth(0)).toHaveAttribute('aria-current', 'date')
    await expect.element(page.getByText('当天没有比赛')).toBeVisible()
    expect(page.getByRole('button', { name: '重试' }).elements()).toEqual([])
    expect(asked).not.toContain('2026-02-30')
  })

  it('show the empty state of a day after one with matches', async () => {
    open(D1)
    await expect.element(match).toBeVisible()
    await userEvent.click(days.nth(2))
    await expect.element(page.getByText('当天没有比赛')).toBeVisible()
    expect(match.elements()).toEqual([])
  })
})
