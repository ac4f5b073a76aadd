import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { LivePage } from '#app/pages/live/LivePage.tsx'
import { GALLERY_MATCHES } from '#gallery/fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { eachOnLiveScreen, serveMatches } from '../support/open-home.tsx'

let mounted: Mounted | null = null

function open(address: string) {
  const router = createMemoryRouter([{ path: '/app/live', Component: LivePage }], { initialEntries: [address] })
  mounted = mount(<RouterProvider router={router} />)
  return router
}

eachOnLiveScreen(() => mounted)

/** Serves all kinds except this one. */
function serveWithout(broken: string): void {
  transport.responses['live.popularList'] = ({ kind }) => {
    if (kind === broken) return failure(-1, '网络异常', { traceId: 'abc123' })
    const list = GALLERY_MATCHES.filter((match) => match.kind === kind)
    return success({ list, total: list.length, pageNum: 1, pageSize: 200 })
  }
}

describe('the live list', () => {
  it('shows the number of matches beside each title', async () => {
    serveMatches(GALLERY_MATCHES)
    open('/app/live')
    const playing = GALLERY_MATCHES.filter(
      ({ kind, clock }) => kind === 'football' && clock.phase !== 'before' && clock.phase !== 'ended',
    )
    await expect.element(page.getByRole('heading', { name: '正在直播' })).toBeVisible()
    const title = page.getByRole('heading', { name: '正在直播' }).element()
    await expect.poll(() => title.closest('header')?.textContent).toMatch(new RegExp(`(?<!\\d)${playing.length} 场$`))
  })
})

describe('a search', () => {
  it('is announced by a live region that was mounted before it', async () => {
    serveMatches(GALLERY_MATCHES)
    const router = open('/app/live')
    await expect.element(page.getByRole('heading', { name: '正在直播' })).toBeVisible()
    const status = mounted?.root.querySelector('output')
    expect(status?.textContent).toBe('')
    await router.navigate('/app/live?q=zzz')
    await expect.poll(() => status?.textContent).toMatch(/zzz/)
    expect(status?.isConnected).toBe(true)
    await router.navigate(`/app/live?q=${encodeURIComponent(GALLERY_MATCHES[0]?.team1 ?? '')}`)
    await expect.poll(() => status?.textContent).toMatch(/\d+ 场/)
  })
})

describe('a list that does not load', () => {
  it('does not delay other kinds', async () => {
    serveMatches(GALLERY_MATCHES)
    const { 'live.popularList': serve } = transport.responses
    transport.responses['live.popularList'] = (params) =>
      params.kind === 'football' ? new Promise(() => {}) : (serve?.(params) ?? failure(-1, '网络异常'))
    open('/app/live')
    await userEvent.click(page.getByRole('tab', { name: '电竞' }))
    await expect.element(page.getByRole('tabpanel').getByRole('link').first()).toBeVisible()
  })
})

describe('the results of a search', () => {
  it('do not claim that a match is missing if its list failed, and retry', async () => {
    transport.responses['live.popularList'] = () => failure(-1, '网络异常', { traceId: 'abc123' })
    open('/app/live?q=北港')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/错误 -1.*追踪号 abc123/)
    expect(page.getByText('没有找到“北港”').elements()).toEqual([])
    serveMatches(GALLERY_MATCHES)
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.element(page.getByRole('heading', { level: 1, name: /“北港”找到/ })).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  it('say that there may be more if one list failed', async () => {
    serveWithout('basketball')
    open('/app/live?q=北港')
    await expect.element(page.getByRole('heading', { level: 1, name: /“北港”找到/ })).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/部分比赛加载失败/)
  })

  it('say that nothing was found if everything was searched', async () => {
    serveMatches(GALLERY_MATCHES)
    open('/app/live?q=没有这队')
    await expect.element(page.getByRole('heading', { level: 1, name: '没有找到“没有这队”' })).toBeVisible()
  })
})
