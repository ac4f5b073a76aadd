import axe from '../support/axe.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ArticlePage } from '#app/pages/news/ArticlePage.tsx'
import { NewsPage } from '#app/pages/news/NewsPage.tsx'
import { newsPagesAtom } from '#features/news/news-model.ts'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { notifyContentChange } from '#state/data/content-changes.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { MountedRoutes } from '../support/mount.tsx'
import { mountRoutes, wear } from '../support/mount.tsx'
import { article, expert, fixture, newsItem, standings, tip } from '../support/news-fixtures.ts'

const TOTAL = 24
let mounted: MountedRoutes
const here = () => mounted.router.state.location.pathname + mounted.router.state.location.search
const titles = () => [...document.querySelectorAll('[role="tabpanel"] h2')].map((title) => title.textContent)
const transitions = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ finished }) => finished),
  )
/** For a slow machine. */
const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, 30_000)
const asked = (name: string) => transport.calls.filter((call) => call.name === name)

async function open(path: string, size = { width: 1280, height: 800 }): Promise<void> {
  await page.viewport(size.width, size.height)
  mounted = mountRoutes(
    [
      { path: '/app/news', Component: NewsPage },
      { path: '/app/news/:id', Component: ArticlePage },
    ],
    path,
  )
}

beforeEach(() => {
  transport.now = NOON
  transport.calls.length = 0
  store.set(newsPagesAtom, {})
  transport.responses = {
    'news.list': ({ category, pageNum }) => {
      const all = Array.from({ length: category === 'esports' ? 0 : TOTAL }, (_, at) => newsItem(at))
      return success({ list: all.slice((pageNum - 1) * 10, pageNum * 10), total: all.length, pageNum, pageSize: 10 })
    },
    'news.detail': ({ id }) => success(article(Number(id.slice(2)))),
    'soccer.standings': () => success(standings()),
    'tips.list': () =>
      success({ list: [tip(1)], experts: [expert('e-1', 30, 20)], total: 1, pageNum: 1, pageSize: 10 }),
    'site.bannerList': () => success({ list: [] }),
  }
})
afterEach(() => {
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  mounted.unmount()
})

describe('S1.23 /app/news', () => {
  it('S9.14 reads the loaded pages again after a change by operators', async () => {
    await open('/app/news')
    await expect.element(page.getByRole('heading', { name: '第 0 篇：北港联险胜南屿' })).toBeVisible()
    await waitFor(() => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      expect(titles()).toHaveLength(TOTAL)
    })
    transport.calls.length = 0
    transport.responses['news.list'] = ({ pageNum }) => {
      const all = Array.from({ length: TOTAL }, (_, at) => ({ ...newsItem(at), title: `改过的第 ${at} 篇` }))
      return success({ list: all.slice((pageNum - 1) * 10, pageNum * 10), total: TOTAL, pageNum, pageSize: 10 })
    }
    notifyContentChange(['news.'])
    await expect.element(page.getByRole('heading', { name: '改过的第 0 篇' })).toBeInTheDocument()
    expect(titles()).toHaveLength(TOTAL)
    expect(titles()).toContain('改过的第 12 篇')
    notifyContentChange(['site.navigation'])
    expect(new Set(asked('news.list').map(({ params }) => (params as { pageNum: number }).pageNum)).size).toBe(
      asked('news.list').length,
    )
  })

  it('S1.23 shows the newest large, the rest below, categories in the URL, and more pages on scroll', async () => {
    await open('/app/news', { width: 390, height: 844 })
    await expect.element(page.getByRole('heading', { name: '第 0 篇：北港联险胜南屿' })).toBeVisible()
    await expect.poll(() => document.title).toBe('资讯 · 看台')
    expect(document.documentElement.scrollWidth).toBe(390)
    for (const at of [12, 22, 23]) {
      // oxlint-disable-next-line no-await-in-loop -- each page comes after the one before was read
      await waitFor(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        expect(titles().length).toBeGreaterThan(at)
      })
    }
    await expect.element(page.getByText('没有更多了，共 24 条')).toBeVisible()
    expect(asked('news.list').map(({ params }) => params)).toEqual(
      [1, 2, 3].map((pageNum) => ({ category: 'all', pageNum })),
    )
    await page.getByRole('tab', { name: '篮球' }).click()
    await expect.poll(here).toBe('/app/news?category=basketball')
  })

  it('S1.23 restores the list at its length in the first render on back navigation, without a request', async () => {
    await open('/app/news', { width: 390, height: 844 })
    await waitFor(() => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      expect(titles()).toHaveLength(TOTAL)
    })
    const before = asked('news.list').length
    await page.getByRole('link', { name: '第 20 篇：北港联险胜南屿' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: '第 20 篇：北港联险胜南屿' })).toBeVisible()
    transport.now += 3_600_000
    await mounted.router.navigate(-1)
    await waitFor(() => expect(titles()).not.toHaveLength(0))
    expect(titles()).toHaveLength(TOTAL)
    expect(asked('news.list')).toHaveLength(before)
  })

  it('S1.23 shows empty and error states, keeps loaded items, and retries on reconnect', async () => {
    await open('/app/news?category=esports')
    await expect.element(page.getByRole('heading', { name: '暂无电竞资讯' })).toBeVisible()
    transport.responses['news.list'] = () => failure(CODES.NETWORK_ABNORMAL, '网络异常，请检查网络', { traceId: 't-1' })
    await page.getByRole('button', { name: '查看全部资讯' }).click()
    await expect.element(page.getByText('错误 1000023 · 追踪号 t-1')).toBeVisible()
    transport.responses['news.list'] = ({ pageNum }) =>
      pageNum === 1
        ? success({ list: [newsItem(0), newsItem(1)], total: 3, pageNum, pageSize: 2 })
        : failure(CODES.TIMEOUT, '请求超时')
    await waitFor(() => {
      window.dispatchEvent(new Event('online'))
      expect(titles()).toHaveLength(2)
    })
    await expect.element(page.getByText('加载失败')).toBeVisible()
    expect(titles()).toHaveLength(2)
    transport.responses['news.list'] = ({ pageNum }) => success({ list: [newsItem(2)], total: 3, pageNum, pageSize: 2 })
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByText('没有更多了，共 3 条')).toBeVisible()
  })

  it('S1.23 重试 reloads a cached list whose refresh failed', async () => {
    transport.responses['news.list'] = () => failure(CODES.TIMEOUT, '请求超时')
    store.set(newsPagesAtom, {
      all: { items: [newsItem(5)], total: TOTAL, nextPage: 2, failure: null, failedPage: null, updatedAt: 0 },
    })
    await open('/app/elsewhere')
    await mounted.router.navigate('/app/news')
    await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible()
    transport.responses['news.list'] = ({ pageNum }) =>
      success({ list: [newsItem(0)], total: 1, pageNum, pageSize: 10 })
    await page.getByRole('button', { name: '重试' }).click()
    await expect.poll(titles).toEqual(['第 0 篇：北港联险胜南屿'])
    expect(new Set(asked('news.list').map(({ params }) => JSON.stringify(params)))).toEqual(
      new Set([JSON.stringify({ category: 'all', pageNum: 1 })]),
    )
  })

  it('S9.14 has no link to experts if they are disabled', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, expertTipsSwitch: 0 })
    await open('/app/news')
    await expect.element(page.getByRole('heading', { name: '积分榜' })).toBeVisible()
    expect(page.getByRole('link', { name: '专家' }).elements()).toHaveLength(0)
    expect(page.getByRole('heading', { name: '专家观点' }).elements()).toHaveLength(0)
  })
})

describe('S1.23 pictures', () => {
  it('S1.23 that fail or are refused leave the drawn background', async () => {
    const bad = ['/art/crest-no-such-team.svg', '/index.html', 'javascript:alert(1)', 'https://invalid.invalid/a.png']
    transport.responses['news.list'] = ({ pageNum }) =>
      success({ list: bad.map((img, at) => newsItem(at, { img })), total: bad.length, pageNum, pageSize: 10 })
    await open('/app/news')
    await expect.element(page.getByText('没有更多了，共 4 条')).toBeInTheDocument()
    document.querySelectorAll('[role="tabpanel"] img').forEach((picture) => picture.setAttribute('loading', 'eager'))
    await expect.poll(() => document.querySelectorAll('[role="tabpanel"] img')).toHaveLength(0)
    expect(document.querySelectorAll('[role="tabpanel"] svg[viewBox="0 0 160 100"]')).toHaveLength(bad.length)
  })

  it('S1.23 of excessive size are not drawn', async () => {
    transport.responses['news.list'] = ({ pageNum }) =>
      success({ list: [newsItem(0, { img: '/art/banner-derby.svg' })], total: 1, pageNum, pageSize: 10 })
    await open('/app/news')
    const picture = () => document.querySelector<HTMLImageElement>('[role="tabpanel"] img')
    await expect.poll(picture).not.toBeNull()
    Object.defineProperties(picture() ?? {}, { naturalWidth: { value: 20_000 }, naturalHeight: { value: 20_000 } })
    picture()?.dispatchEvent(new Event('load'))
    await expect.poll(picture).toBeNull()
  })
})

describe('S1.23 /app/news/:id', () => {
  it('S1.23 hostile text is rendered as text and does not widen the page', async () => {
    const markup = '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>'
    const long = '长'.repeat(25_000) + 'x'.repeat(25_000)
    transport.responses['news.detail'] = () =>
      success(article(1, { title: `${markup}\u202e标题`, paragraphs: [markup, '卡\u200b片\u2066', long], match: null }))
    await open('/app/news/a-1', { width: 390, height: 844 })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`${markup}标题`)
    // The first is the summary.
    const paragraphs = [...document.querySelectorAll('article p[dir="auto"]')].slice(1)
    expect(paragraphs.map(({ textContent }) => textContent)).toEqual([markup, '卡片', long])
    expect(paragraphs.flatMap((paragraph) => [...paragraph.children])).toEqual([])
    expect('hacked' in window).toBe(false)
    expect(document.documentElement.scrollWidth).toBe(390)
    await expect.poll(() => document.title).toBe(`${markup}标题 · 看台`)
  })

  it('S1.23 describes its picture, or shows it as decoration', async () => {
    transport.responses['news.detail'] = () => success(article(1, { alt: '雨中的球场' }))
    await open('/app/news/a-1')
    await expect.element(page.getByRole('img', { name: '雨中的球场' })).toBeInTheDocument()
  })

  it('S1.23 links to the room, to the day of a past match, and to the neighbouring articles', async () => {
    await open('/app/news/a-1')
    const match = page.getByRole('region', { name: '相关比赛' })
    await expect
      .element(match.getByRole('link', { name: '进入直播间：北港联 对 南屿' }))
      .toHaveAttribute('href', '/app/live/2001')
    transport.responses['news.detail'] = ({ id }) =>
      success(article(Number(id.slice(2)), { match: fixture({ hasRoom: false, stage: 'ended', score: '2-1' }) }))
    await page.getByRole('link', { name: /第 2 篇$/ }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: '第 2 篇：北港联险胜南屿' })).toBeVisible()
    await expect.element(match).toHaveTextContent('2 : 1')
    await expect
      .element(match.getByRole('link', { name: '查看当天赛程' }))
      .toHaveAttribute('href', '/app/data?date=2026-11-21')
  })

  it.each([
    ['a removed article', CODES.NOT_FOUND],
    ['a link with a character that no article has', CODES.PARAM_ERROR],
  ])('S1.23 %s links to the list', async (_, code) => {
    transport.responses['news.detail'] = () => failure(code, '没有')
    await open('/app/news/a-1')
    await expect.element(page.getByRole('heading', { level: 1, name: '文章已下线' })).toBeVisible()
    expect(document.querySelector('[role="alert"]')).toBeNull()
    await page.getByRole('link', { name: '返回资讯' }).last().click()
    await expect.poll(here).toBe('/app/news')
  })

  it('S7.35 copies the short URL, or the full one, and shows it if copying is not allowed', async () => {
    const written: string[] = []
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
    transport.responses['site.shortUrl'] = () => success({ shortUrl: '/s/abcdefghij' })
    await open('/app/news/a-1')
    const share = page.getByRole('button', { name: '复制链接' })
    await share.click()
    await expect.poll(() => written).toEqual([`${window.location.origin}/s/abcdefghij`])
    transport.responses['site.shortUrl'] = () => failure(CODES.TIMEOUT, '请求超时')
    await share.click()
    await expect.poll(() => written.at(-1)).toBe(`${window.location.origin}/app/news/a-1`)
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const select = vi.spyOn(document, 'execCommand').mockReturnValue(false)
    await share.click()
    await expect.element(page.getByLabelText('本文链接')).toHaveValue(`${window.location.origin}/app/news/a-1`)
    write.mockRestore()
    select.mockRestore()
  })
})

describe('S1.23 keyboard and screen readers', () => {
  it.each(['/app/news', '/app/news/a-1'])(
    'S1.23 %s has no axe findings on a dark and a light background',
    async (path) => {
      await open(path)
      await expect.element(page.getByText('第 1 篇：北港联险胜南屿').first()).toBeVisible()
      for (const skin of ['glow', 'elegant'] as const) {
        wear(skin)
        // oxlint-disable-next-line no-await-in-loop -- colours move to those of the skin
        await transitions()
        // oxlint-disable-next-line no-await-in-loop -- axe looks at one page at a time
        const { violations } = await axe.run(mounted.root)
        expect(
          violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
          skin,
        ).toEqual([])
      }
    },
  )

  it('S1.23 arrow keys move between tabs; Tab and Enter open a row', async () => {
    await open('/app/news')
    await expect.element(page.getByRole('heading', { name: '第 0 篇：北港联险胜南屿' })).toBeVisible()
    page.getByRole('tab', { name: '全部' }).element().focus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await waitFor(() => expect(here()).toBe('/app/news?category=football'))
    // The rows of the previous category are shown until then.
    await expect.element(page.getByRole('tab', { selected: true })).toHaveTextContent('足球')
    const row = page.getByRole('link', { name: '第 1 篇：北港联险胜南屿' })
    await expect.element(row).toBeVisible()
    // The rows of the new tab replace those of the previous one.
    await waitFor(async () => {
      if (here() !== '/app/news/a-1') {
        row.element().focus()
        await userEvent.keyboard('{Enter}')
      }
      expect(here()).toBe('/app/news/a-1')
    })
  })
})
