import axe from '../support/axe.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SKINS } from '#protocol/sites.ts'
import { HelpArticlePage } from '#app/pages/HelpArticlePage.tsx'
import { HelpCentrePage } from '#app/pages/HelpCentrePage.tsx'
import { usefulAnswersAtom } from '#features/help/HelpArticleView.tsx'
import { success } from '#protocol/result.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { store } from '#state/store.ts'
import { wearSkin } from '#ui/skin.ts'
import { transport } from '../support/fake-transport.ts'
import type { MountedRoutes } from '../support/mount.tsx'
import { mountRoutes } from '../support/mount.tsx'

let mounted: MountedRoutes
const here = () => mounted.router.state.location.pathname + decodeURIComponent(mounted.router.state.location.search)
/** For a slow machine. */
const waitFor = (check: () => void) => vi.waitFor(check, 30_000)
const searches: string[] = []

async function open(path: string, size = { width: 1280, height: 800 }): Promise<void> {
  await page.viewport(size.width, size.height)
  mounted = mountRoutes(
    [
      { path: '/app/help', Component: HelpCentrePage },
      { path: '/app/help/:id', Component: HelpArticlePage },
    ],
    path,
  )
  searches.length = 0
  mounted.router.subscribe(({ location }) => searches.push(new URLSearchParams(location.search).get('q') ?? ''))
}

const findings = async () => (await axe.run(mounted.root)).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
const box = page.getByRole('textbox', { name: '搜索帮助' })

/** An article that operators of the site have written. */
const siteArticle = (id: string, title: string) => ({
  id,
  category: 'watch' as const,
  title,
  summary: '一句话',
  keywords: ['包厢'],
  body: ['第一段', '<b>第二段</b>'],
  link: { to: '/app/live', label: '去看直播' },
})

beforeEach(() => {
  store.set(usefulAnswersAtom, {})
  store.set(cachedResponsesAtom, new Map())
  transport.responses = { 'site.helpArticles': () => success({ list: [] }) }
})
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
})

describe('S1.26 /app/help', () => {
  it('decision 195 shows the settings to a visitor, who cannot open /app/mine', async () => {
    await open('/app/help#settings')
    await expect.element(page.getByRole('heading', { name: '设置' })).toBeVisible()
  })

  it('S1.26 shows one category on a desktop, and all as disclosures on a phone', async () => {
    await open('/app/help')
    await expect.element(page.getByRole('heading', { level: 1, name: '帮助' })).toBeVisible()
    await page.getByRole('navigation', { name: '帮助分类' }).getByRole('link', { name: '看直播' }).click()
    await expect.poll(here).toBe('/app/help?category=watch')
    await expect.element(page.getByRole('link', { name: /没有声音/ })).toBeVisible()
    expect(await findings()).toEqual([])
    mounted.unmount()
    await open('/app/help?category=coins', { width: 390, height: 844 })
    await expect.element(page.getByRole('link', { name: /金币是真实货币吗/ })).toBeVisible()
    expect(page.getByRole('link', { name: /没有声音/ }).elements()).toHaveLength(0)
    await page.getByRole('heading', { name: '看直播' }).click()
    await expect.element(page.getByRole('link', { name: /没有声音/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    expect(await findings()).toEqual([])
  })

  it.each(SKINS)('S1.26 aligns the headings of categories with their rows in %s', async (skin) => {
    const worn = document.documentElement.dataset['skin'] ?? ''
    wearSkin(skin)
    await open('/app/help?category=coins', { width: 390, height: 844 })
    await expect.element(page.getByRole('link', { name: /金币是真实货币吗/ })).toBeVisible()
    const leftOf = (element: Element | undefined) => {
      const range = document.createRange()
      range.selectNodeContents(element ?? document.body)
      return Math.round(range.getBoundingClientRect().left)
    }
    const head = page.getByRole('heading', { name: '金币与演示资金' }).element()
    const row = page.getByRole('link', { name: /金币是真实货币吗/ }).element()
    expect(leftOf(head)).toBe(leftOf(row))
    wearSkin(SKINS.find((each) => each === worn) ?? 'glow')
  })

  it('S1.26 S9.8 searches 300 ms after the last key, at once on Enter, and not with an empty query', async () => {
    await open('/app/help')
    await expect.element(box).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await userEvent.type(box, '静音')
    await vi.advanceTimersByTimeAsync(299)
    expect(searches).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(searches).toEqual(['静音'])
    vi.useRealTimers()
    await expect.element(page.getByRole('heading', { name: '搜索结果' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: /没有声音/ })).toBeVisible()
    await userEvent.fill(box, '12356')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe('/app/help?q=12356'))
    await page.getByRole('button', { name: '清空' }).click()
    await waitFor(() => expect(here()).toBe('/app/help'))
  })

  it('S1.26 finds by pinyin initials, and links to customer service without results', async () => {
    await open('/app/help')
    await expect.element(box).toBeVisible()
    // The live region exists before the search; otherwise screen readers do not announce it.
    const status = mounted.root.querySelector('output')
    await userEvent.fill(box, 'mysy')
    await expect.element(page.getByRole('link', { name: /没有声音/ })).toBeVisible()
    await expect.poll(() => status?.textContent).toMatch(/^找到 \d+ 篇$/)
    await userEvent.fill(box, '<b>没有</b>这回事')
    await expect.element(page.getByRole('heading', { name: '没有找到“<b>没有</b>这回事”' })).toBeVisible()
    await expect.poll(() => status?.textContent).toBe('没有找到“<b>没有</b>这回事”')
    expect(status?.isConnected).toBe(true)
    await expect.element(page.getByRole('link', { name: '联系客服' }).first()).toHaveAttribute('href', '/cs')
  })
})

describe('S1.26 /app/help/:id', () => {
  it('S1.26 accepts 有用 or 没用 once, thanks, and remembers it in this tab', async () => {
    await open('/app/help/no-sound')
    await expect.element(page.getByRole('heading', { level: 1, name: '没有声音' })).toBeVisible()
    await expect.poll(() => document.title).toBe('没有声音 · 看台')
    expect(await findings()).toEqual([])
    await page.getByRole('button', { name: '没帮助' }).click()
    await expect.element(page.getByText('感谢反馈。如果没有解决，请联系客服。')).toBeVisible()
    await page.getByRole('link', { name: /用键盘看直播/ }).click()
    await expect.element(page.getByRole('button', { name: '有帮助' })).toBeVisible()
    await mounted.router.navigate(-1)
    await expect.element(page.getByText('感谢反馈。如果没有解决，请联系客服。')).toBeVisible()
    expect(page.getByRole('button', { name: '有帮助' }).elements()).toHaveLength(0)
    await page.getByRole('link', { name: '返回帮助中心' }).click()
    await expect.poll(here).toBe('/app/help?category=watch')
  })

  it('S1.26 shows an article of the site after the built-in ones, in the search and on its own page', async () => {
    const list = [siteArticle('box-office', '怎样进包厢'), siteArticle('no-sound', '本站没有声音')]
    transport.responses['site.helpArticles'] = () => success({ list })
    await open('/app/help?category=watch')
    const titles = page.getByRole('link', { name: /一句话$/ })
    await expect.poll(() => titles.elements().map(({ textContent }) => textContent)).toHaveLength(2)
    expect(page.getByRole('link', { name: /^没有声音/ }).elements()).toHaveLength(0)
    await userEvent.fill(box, '包厢')
    await page.getByRole('link', { name: /怎样进包厢/ }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: '怎样进包厢' })).toBeVisible()
    await expect.element(page.getByText('<b>第二段</b>')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '去看直播' })).toHaveAttribute('href', '/app/live')
    expect(await findings()).toEqual([])
  })

  it('S1.26 offers to load an article again that may be one of the site', async () => {
    transport.responses = {}
    await open('/app/help/box-office')
    await expect.element(page.getByRole('alert')).toBeVisible()
    transport.responses['site.helpArticles'] = () => success({ list: [siteArticle('box-office', '怎样进包厢')] })
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: '怎样进包厢' })).toBeVisible()
  })

  it('S1.26 links back from an unknown article', async () => {
    await open('/app/help/__proto__')
    await expect.element(page.getByRole('heading', { name: '文章不存在' })).toBeVisible()
    await page.getByRole('link', { name: '返回帮助中心' }).last().click()
    await expect.poll(here).toBe('/app/help')
  })
})
