import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { InvitePage } from '#app/pages/account/InvitePage.tsx'
import { MinePage } from '#app/pages/account/MinePage.tsx'
import { PromosPage } from '#app/pages/PromosPage.tsx'
import { SponsorPage } from '#app/pages/SponsorPage.tsx'
import { SponsorsPage } from '#app/pages/SponsorsPage.tsx'
import { SportsPage } from '#app/pages/live/SportsPage.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import { liveListsAtom } from '#features/live/use-live-lists.ts'
import { SPORT_VENUES } from '#server/site/content.ts'
import { announcementsAtom } from '#state/site/announcements.ts'
import { coinsAtom } from '#state/session/coins.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'
import { serveMatches } from '../support/open-home.tsx'
import { NO_LIMITS } from '../support/responsible-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'

const NOTHING = { status: 'loading', matches: [], failure: null, updatedAt: null } as const

let mounted: Mounted | null = null
let router: ReturnType<typeof createMemoryRouter>
const here = () => `${router.state.location.pathname}${router.state.location.search}`

beforeEach(async () => {
  await page.viewport(1280, 800)
  transport.now = GALLERY_NOW
  transport.responses = {
    'site.sportConfigs': () => success({ list: [...SPORT_VENUES] }),
    'soccer.leagues': () => success({ list: [{ id: 'football', name: '海岸联赛' }] }),
    'invite.link': () =>
      success({ url: '/app/home?i_code=7kq2m9xa&r_code=p3v8wd', i_code: '7kq2m9xa', r_code: 'p3v8wd' }),
    'site.shortUrl': () => success({ shortUrl: '/s/Ab3dE_f-9z' }),
    'invite.ladder': () =>
      success({
        invited: 5,
        qualified: 3,
        rungs: [1, 3, 5, 10, 20, 50].map((count) => ({ count, isReached: count <= 3 })),
      }),
  }
  serveMatches(GALLERY_MATCHES)
  store.set(siteAtom, { siteId: 5009, skin: 'glow', layout: 'edge', currency: 'CNY', isDemo: true })
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(sessionAtom, null)
})
afterEach(() => {
  mounted?.unmount()
  transport.responses = {}
  transport.calls.length = 0
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  // Clears responses cached by earlier tests.
  store.set(cachedResponsesAtom, new Map())
  store.set(liveListsAtom, { football: NOTHING, basketball: NOTHING, esports: NOTHING, anchor: NOTHING })
})

function open(address: string, isMember = false, tags: string[] = []) {
  store.set(sessionAtom, isMember ? { member: { ...MEMBER, tags }, expireAt: GALLERY_NOW + 3_600_000 } : null)
  store.set(coinsAtom, { confirmed: isMember ? 12_680 : null, reserved: 0 })
  router = createMemoryRouter(
    [
      { path: '/app/sports', Component: SportsPage },
      { path: '/app/promos', Component: PromosPage },
      { path: '/app/sponsor', Component: SponsorsPage },
      { path: '/app/sponsor/:n', Component: SponsorPage },
      { path: '/app/mine', Component: MinePage },
      { path: '/app/activity/invite', Component: InvitePage },
      { path: '*', element: <p>别的页面</p> },
    ],
    { initialEntries: [address] },
  )
  mounted = mount(<RouterProvider router={router} />)
}

const link = (name: string | RegExp) => page.getByRole('link', { name })

describe('/app/sports', () => {
  it('S3.15 shows displayed venues, closed ones with a reason, and every match with a link to its room', async () => {
    open('/app/sports')
    await expect.element(link(/看台体育/)).toHaveTextContent('开放中')
    await expect.element(link(/海湾体育/)).toHaveTextContent('维护中')
    expect(page.getByText('晨曦体育').elements()).toEqual([])
    await expect
      .element(link(/^进入直播间：北港联 对 南屿/))
      .toHaveAttribute('href', expect.stringMatching(/^\/app\/live\//))
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((head) => head.textContent),
    ).toEqual(expect.arrayContaining(['体育场馆', '赛程', '正在直播', '即将开始']))
    // A number needs a unit.
    const head = page.getByRole('heading', { level: 2, name: '正在直播' }).element().closest('header')
    expect(head?.textContent).toMatch(/\d 场$/)
  })

  it('S4.8 S2.7 shows 场馆暂未开放 for a closed venue and navigates home, by press and by URL', async () => {
    open('/app/sports')
    await userEvent.click(link(/海湾体育/))
    await expect.poll(here).toBe('/app/home')
    await expect.element(page.getByText('场馆暂未开放')).toBeVisible()
    mounted?.unmount()
    open('/app/sports?venue=nobody')
    await expect.poll(here).toBe('/app/home')
  })

  it('shows the matches of an open venue; an empty day links to the next one with matches', async () => {
    transport.responses['soccer.schedule'] = ({ date }) =>
      success({ date, list: [], firstDate: '2026-01-01', lastDate: '2027-01-01', nextDate: '2026-12-24' })
    open('/app/sports?venue=YBDJ')
    await expect.element(page.getByRole('heading', { name: '看台电竞的赛程' })).toBeVisible()
    const rows = page
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent ?? '')
    expect(rows.some((row) => row.includes('北港联'))).toBe(false)
    mounted?.unmount()
    open('/app/sports?date=2026-12-23')
    await userEvent.click(link(/^查看 12 月 24 日/))
    await expect.poll(here).toBe('/app/sports?date=2026-12-24')
  })

  it('keeps the venues when the board fails, with code and trace id', async () => {
    transport.responses['live.popularList'] = () => failure(-1, '网络异常', { traceId: 'abc123' })
    open('/app/sports')
    const ofBoard = page.getByRole('alert').filter({ hasText: '错误 -1' })
    await expect.element(ofBoard).toHaveTextContent(/错误 -1.*追踪号 abc123/)
    await expect.element(link(/看台体育/)).toBeVisible()
  })
})

describe('Annex H I10 promotions during a time-out', () => {
  const until = GALLERY_NOW + 3_600_000
  const exclusion = { kind: 'timeOut' as const, since: GALLERY_NOW, until }
  const refused = () =>
    failure(CODES.RG_TIME_OUT, '你正在休息期，期间不能参加活动和邀请好友', {
      details: { stop: { code: CODES.RG_TIME_OUT, until, limit: null } },
    })
  beforeEach(() => {
    transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, exclusion, serverTime: GALLERY_NOW })
    transport.responses['invite.link'] = refused
    transport.responses['activity.carnivalCheck'] = refused
  })
  const note = page.getByRole('region', { name: '休息期中' })

  it('the invitation shows its end instead of a code and a poster', async () => {
    open('/app/activity/invite', true)
    await expect.element(note).toHaveTextContent(/到 .* 结束，不能提前结束.*提款/)
    expect(page.getByRole('button', { name: /复制/ }).elements()).toEqual([])
  })

  it('the promotions show neither campaigns nor offers', async () => {
    open('/app/promos', true)
    await expect.element(note).toBeVisible()
    expect(link(/邀请/).elements()).toEqual([])
    await expect.element(link(/查看详情/)).toHaveAttribute('href', '/app/responsible')
  })
})

describe('/app/sponsor', () => {
  const setSponsors = (list: string) =>
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, Service_sponsor_Discoveryv2: list })

  it('S1.22 S3.28 shows the enabled sponsors in the configured order', async () => {
    setSponsors('2,0,7,x')
    open('/app/sponsor')
    await expect.element(page.getByRole('heading', { level: 1, name: '赞助伙伴' })).toBeVisible()
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((head) => head.textContent),
    ).toEqual(['老码头茶铺', '潮生汽水'])
    // The introduction does not mention a number of sponsors.
    expect(mounted?.root.textContent).not.toMatch(/[一二三两]家都是|灯光和茶/)
    await userEvent.click(link('老码头茶铺'))
    await expect.poll(here).toBe('/app/sponsor/2')
    await expect.element(page.getByRole('heading', { level: 1, name: '老码头茶铺' })).toBeVisible()
  })

  it('S1.22 opens the list for an unknown sponsor; without sponsors the list says so', async () => {
    setSponsors('0')
    open('/app/sponsor/1')
    await expect.poll(here).toBe('/app/sponsor')
    mounted?.unmount()
    setSponsors('')
    open('/app/sponsor/0')
    await expect.poll(here).toBe('/app/home')
    mounted?.unmount()
    open('/app/sponsor')
    await expect.element(page.getByRole('heading', { name: '暂无赞助伙伴' })).toBeVisible()
  })
})

describe('/app/promos', () => {
  it('S9.14 omits entries that the site has disabled', async () => {
    store.set(announcementsAtom, { list: [], failure: null, isLoading: false })
    open('/app/promos')
    await expect.element(link('邀请好友')).toBeVisible()
    await expect.element(link('赞助伙伴')).toBeVisible()
    store.set(siteConfigAtom, {
      ...CONFIG_DEFAULTS,
      inviteFriendSwitch: 0,
      giftSwitch: 0,
      Service_sponsor_Discoveryv2: '',
    })
    await expect.element(link('邀请好友')).not.toBeInTheDocument()
    await expect.element(link('赞助伙伴')).not.toBeInTheDocument()
    await expect.element(link('给主播送礼物')).not.toBeInTheDocument()
    await expect.element(link('理性观赛')).toBeVisible()
  })

  it('S8.22 S6.10 requests no campaign for a member who is not admitted, and reserves no space', async () => {
    store.set(announcementsAtom, { list: [], failure: null, isLoading: false })
    open('/app/promos', true, ['ACT_BLACK'])
    await expect.element(link('邀请好友')).toBeVisible()
    expect(transport.calls.filter(({ name }) => name === 'activity.carnivalCheck')).toEqual([])
    expect(page.getByText('正在加载').elements()).toEqual([])
  })
})

describe('/app/mine', () => {
  it('S1.25 links to messages and the public entries, and sends a visitor to sign in and back', async () => {
    open('/app/mine')
    await expect.poll(here).toBe('/login?fromPage=%2Fapp%2Fmine')
    mounted?.unmount()
    open('/app/mine', true)
    for (const name of [/站内公告/, /优惠/, /帮助中心/, /联系客服/, /理性娱乐/]) {
      await expect.element(link(name).first()).toBeVisible()
    }
    store.set(sessionAtom, null)
    await expect.poll(here).toBe('/login?fromPage=%2Fapp%2Fmine')
  })

  it('Annex I play money: shows name, level and coins with 演示资金 to a member; sign-out asks only during pending gifts', async () => {
    open('/app/mine', true)
    await expect.element(page.getByRole('heading', { level: 1, name: MEMBER.nickname })).toBeVisible()
    await expect.element(page.getByText('金币 · 演示资金').first()).toBeVisible()
    store.set(coinsAtom, { confirmed: 12_680, reserved: 99 })
    await userEvent.click(page.getByRole('button', { name: '退出登录' }))
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('有礼物正在送出')
    await userEvent.click(page.getByRole('button', { name: '取消' }))
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('links to profile and security; the menu is beside the content or a grid of four tiles', async () => {
    open('/app/mine', true)
    const menu = page.getByRole('navigation', { name: '我的菜单' })
    await expect.element(menu.getByRole('link', { name: /个人资料/ })).toHaveAttribute('href', '/app/profile')
    await expect.element(menu.getByRole('link', { name: /安全中心/ })).toHaveAttribute('href', '/app/security')
    await expect.element(page.getByRole('heading', { name: '设置' })).toBeVisible()
    const settings = page.getByRole('heading', { name: '设置' }).element().getBoundingClientRect()
    expect(menu.element().getBoundingClientRect().right).toBeLessThan(settings.left)
    await page.viewport(390, 844)
    const tiles = menu.getByRole('listitem').elements().slice(0, 4)
    expect(new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))).size).toBe(1)
    await userEvent.click(page.getByRole('button', { name: '打开送礼记录' }))
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('does not move when the session of a member is known', async () => {
    const tops = () =>
      page
        .getByRole('heading')
        .elements()
        .filter((heading) => ['账号', '发现', '帮助', '我的关注'].includes(heading.textContent))
        .map((heading) => heading.getBoundingClientRect().top)
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one page
      await page.viewport(width, height)
      transport.hasToken = true
      open('/app/mine', true)
      const session = store.get(sessionAtom)
      store.set(sessionAtom, undefined)
      // oxlint-disable-next-line no-await-in-loop -- one page
      await expect.element(page.getByRole('heading', { name: '设置' })).toBeVisible()
      const before = tops()
      expect(before).toHaveLength(4)
      store.set(sessionAtom, session)
      // oxlint-disable-next-line no-await-in-loop -- one page
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(tops()).toEqual(before)
      mounted?.unmount()
      transport.hasToken = false
    }
  })

  it('stores the chosen sum of the spending question', async () => {
    open('/app/mine', true)
    await expect.element(page.getByRole('radio', { name: '5,000', exact: true })).toBeChecked()
    await userEvent.click(page.getByText('10,000', { exact: true }))
    expect(store.get(uiPreferencesAtom).giftPauseCoins).toBe(10_000)
  })

  it('S9.19 changes the skin at once in demo mode', async () => {
    open('/app/mine', true)
    await userEvent.click(page.getByText('雅集'))
    expect(document.documentElement.dataset['skin']).toBe('elegant')
    store.set(siteAtom, (site) => ({ ...site, isDemo: false }))
    await expect.element(page.getByText('雅集')).not.toBeInTheDocument()
  })
})

describe('/app/activity/invite', () => {
  it('S1.21 sends a visitor to sign in and back; shows that the site has no invitation', async () => {
    open('/app/activity/invite')
    await expect.poll(here).toBe('/login?fromPage=%2Fapp%2Factivity%2Finvite')
    mounted?.unmount()
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, inviteFriendSwitch: 0 })
    open('/app/activity/invite', true)
    await expect.element(page.getByRole('heading', { name: '本站暂未开放邀请' })).toBeVisible()
    await expect.element(link('返回首页')).toHaveAttribute('href', '/app/home')
  })

  it('S1.21 S7.35 shows code, short link and poster; copies the link and saves the poster', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const saved: string[] = []
    const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    open('/app/activity/invite', true)
    const short = `${location.origin}/s/Ab3dE_f-9z`
    await expect.element(page.getByRole('textbox', { name: '邀请链接' })).toHaveValue(short)
    await expect.element(page.getByRole('img', { name: `二维码，通向 ${short}` })).toBeVisible()
    await expect.element(page.getByText('7KQ2M9XA', { exact: true })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '复制', exact: true }))
    expect(copied).toHaveBeenCalledWith(short)
    await userEvent.click(page.getByRole('button', { name: '保存图片' }))
    await expect.poll(() => saved).toEqual(['看台-邀请海报.png'])
    copied.mockRestore()
    press.mockRestore()
  })

  it('S1.21 counts invited and qualified friends, and names the rungs that are reached', async () => {
    open('/app/activity/invite', true)
    await expect.element(page.getByText('已邀请 5 位，合格 3 位')).toBeVisible()
    const reached = page.getByRole('listitem').filter({ hasText: '已达成' })
    await expect
      .poll(() => reached.elements().map((rung) => rung.textContent))
      .toEqual(['已达成：1 位', '已达成：3 位'])
  })

  it('S1.21 offers to load the counts again after a failure', async () => {
    transport.responses['invite.ladder'] = () => failure(10000, '网络异常')
    open('/app/activity/invite', true)
    await expect.element(page.getByText('邀请人数加载失败')).toBeVisible()
    transport.responses['invite.ladder'] = () => success({ invited: 0, qualified: 0, rungs: [] })
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.element(page.getByText('已邀请 0 位，合格 0 位')).toBeVisible()
  })

  it('S2.21 shows 保存失败，请重试 when the poster cannot be rendered', async () => {
    // As for a canvas that is too large or forbidden.
    const drawn = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
    open('/app/activity/invite', true)
    await userEvent.click(page.getByRole('button', { name: '保存图片' }))
    await expect.element(page.getByText('保存失败，请重试')).toBeVisible()
    drawn.mockRestore()
  })

  it('S7.35 shows the full link when there is no short one', async () => {
    transport.responses['site.shortUrl'] = () => failure(10000, '网络异常')
    open('/app/activity/invite', true)
    const long = `${location.origin}/app/home?i_code=7kq2m9xa&r_code=p3v8wd`
    await expect.element(page.getByRole('textbox', { name: '邀请链接' })).toHaveValue(long)
  })
})
