import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { DataPage } from '#app/pages/live/DataPage.tsx'
import { SportsPage } from '#app/pages/live/SportsPage.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { Schedule } from '#features/live/Schedule.tsx'
import { store } from '#state/store.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { fixture, schedule, standings } from '../support/news-fixtures.ts'

const SCREENS = {
  data: '/app/data',
  sports: '/app/sports?date=2026-11-23',
  schedule: null,
} as const

let mounted: Mounted
beforeEach(async () => {
  await page.viewport(320, 844)
  transport.now = GALLERY_NOW
  transport.responses = {
    'site.sportConfigs': () => success({ list: [] }),
    'soccer.leagues': () => success({ list: [{ id: 'football', name: '海岸联赛' }] }),
    'soccer.standings': () => success(standings()),
    'soccer.schedule': ({ date }) =>
      success(schedule(date, [fixture({ kickOffAt: Date.parse(`${date}T20:00:00+08:00`) })])),
  }
})
afterEach(() => {
  mounted.unmount()
  vi.restoreAllMocks()
  transport.responses = {}
  store.set(cachedResponsesAtom, new Map())
})

function open(path: string | null): void {
  if (path === null) {
    const matches = GALLERY_MATCHES.filter(({ clock }) => clock.phase === 'before').slice(0, 2)
    const content = <Schedule matches={matches} now={GALLERY_NOW} reminders={new Set()} onReminder={() => {}} />
    mounted = mount(<MemoryRouter>{content}</MemoryRouter>)
    return
  }
  const routes = [
    { path: '/app/data', Component: DataPage },
    { path: '/app/sports', Component: SportsPage },
  ]
  mounted = mount(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />)
}

const match = page.getByText('北港联', { exact: true })
const note = page.getByText('时间均为北京时间')

describe.each(['data', 'sports', 'schedule'] as const)('S9.16 the time zone of %s', (screen) => {
  it('is shown to a viewer in another zone', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-540)
    open(SCREENS[screen])
    await expect.element(note).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(320)
  })

  it('is hidden in the same zone', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-480)
    open(SCREENS[screen])
    if (screen !== 'schedule') await expect.element(match.first()).toBeVisible()
    expect(note.elements()).toEqual([])
  })
})
