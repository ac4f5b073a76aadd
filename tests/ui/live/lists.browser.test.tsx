import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure } from '#protocol/result.ts'
import { LivePage } from '#app/pages/live/LivePage.tsx'
import { SportBoard } from '#app/pages/live/DayBoard.tsx'
import '#ui/overlay/SheetBody.tsx'
// Deferred code; imported here to keep the load time out of the tests.
import '#features/live/LiveFilter.tsx'
import { GALLERY_MATCHES, GALLERY_NOW } from '#gallery/fixtures.ts'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { MatchSection } from '#features/live/MatchSection.tsx'
import { liveListsAtom } from '#features/live/use-live-lists.ts'
import { boardOfMatches, sectionsOf } from '#features/sport/board.ts'
import { SPORT_KINDS } from '#features/sport/requested-venue.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'
import { eachOnLiveScreen, serveMatches } from '../support/open-home.tsx'

const LONG = '一二三四五六七八九十一二三四五六七八九十一二三四'
const [LIVE] = GALLERY_MATCHES
const COMING = GALLERY_MATCHES.find(({ clock }) => clock.phase === 'before')!
const line = (value: number) => ({ value, move: 'same' as const })
const ODDS = { home: line(1620), draw: line(3800), away: line(5100), suspended: false, delaySeconds: 6 }

let mounted: Mounted | null = null
let router: ReturnType<typeof createMemoryRouter>
const here = () => decodeURIComponent(router.state.location.search)
const root = () => mounted!.root
const cut = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

function open(address = '/app/live') {
  router = createMemoryRouter([{ path: '/app/live', Component: LivePage }], { initialEntries: [address] })
  mounted = mount(<RouterProvider router={router} />)
}

function showCards(matches: readonly MatchSummary[]) {
  mounted = mount(
    <MemoryRouter>
      <MatchSection
        title="正在直播"
        hasCovers
        matches={matches}
        now={GALLERY_NOW}
        reminders={new Set()}
        onReminder={() => {}}
      />
    </MemoryRouter>,
  )
}

function showBoard(matches: readonly MatchSummary[]) {
  mounted = mount(
    <MemoryRouter>
      <SportBoard sections={sectionsOf(boardOfMatches(matches, GALLERY_NOW), SPORT_KINDS)} pathOf={() => '/'} />
    </MemoryRouter>,
  )
}

eachOnLiveScreen(() => mounted)

describe('the cover of a live card', () => {
  const image = () => root().querySelector('li img[loading]')

  it('is loaded lazily and shown when it has loaded, in a box that does not change', async () => {
    showCards([{ ...LIVE!, coverUrl: '/art/banner-derby.svg' }])
    expect(image()?.getAttribute('loading')).toBe('lazy')
    expect(image()?.getAttribute('decoding')).toBe('async')
    const box = image()!.parentElement!
    const before = box.getBoundingClientRect()
    expect(before.width / before.height).toBeCloseTo(16 / 9, 1)
    await expect.poll(() => image() && getComputedStyle(image()!).opacity).toBe('1')
    expect(box.getBoundingClientRect().height).toBe(before.height)
  })

  it('is drawn with the crests if there is no frame, if it fails, or if it is of another site', async () => {
    const urls = ['', '/art/no-such-cover.webp', 'https://example.com/a.webp']
    showCards(urls.map((coverUrl, position) => ({ ...LIVE!, eid: `c${position}`, coverUrl })))
    await expect.poll(image).toBeNull()
    const boxes = [...root().querySelectorAll('li [aria-hidden]:first-child > span')]
    expect(boxes).toHaveLength(3)
    for (const box of boxes) expect(box.childElementCount).toBe(2)
  })

  it('shows the anchor for a talk show', () => {
    const talk = GALLERY_MATCHES.find(({ kind }) => kind === 'anchor')!
    showCards([{ ...talk, coverUrl: '' }])
    expect(root().querySelectorAll('li [aria-hidden]:first-child > span > *')).toHaveLength(1)
  })

  it.each([390, 1280, 1920])(
    'fits names of 24 characters, scores of 3 digits and no anchor at %i px',
    async (width) => {
      await page.viewport(width, 800)
      const hard: MatchSummary = {
        ...LIVE!,
        team1: LONG,
        team2: LONG,
        league: LONG,
        homeScore: 188,
        guestScore: 102,
        anchor: { anchor_id: 'none', anchor_nick: '', logo_square: '' },
        anchor_list: [],
        anchor_status: 3,
        coverUrl: '',
      }
      showCards([1, 2, 3, 4].map((number) => ({ ...hard, eid: `h${number}` })))
      expect(cut()).toBe(0)
      for (const card of root().querySelectorAll('li')) {
        const { left, right } = card.getBoundingClientRect()
        const outside = [...card.querySelectorAll('b, a')].filter((part) => {
          const box = part.getBoundingClientRect()
          return box.left < left || box.right > right + 0.5
        })
        expect(outside).toEqual([])
      }
    },
  )

  it('leaves no hole in the last row', async () => {
    await page.viewport(1440, 800)
    for (const count of [1, 2, 3, 4, 5]) {
      showCards(Array.from({ length: count }, (_, number) => ({ ...LIVE!, eid: `n${number}` })))
      const list = root().querySelector('ul')!.getBoundingClientRect()
      const last = [...root().querySelectorAll('li')].at(-1)!.getBoundingClientRect()
      expect(list.right - last.right).toBeLessThan(1)
      mounted?.unmount()
    }
    mounted = null
  })
})

describe('league and order of the live list', () => {
  const many = Array.from({ length: 40 }, (_, number): MatchSummary => ({
    ...LIVE!,
    eid: `l${number}`,
    league: `联赛${number}`,
    viewers: 1000 + number,
    start_time: GALLERY_NOW - number * 60_000,
  }))
  /** Presses the label of a choice, as a pointer does. */
  const pick = async (name: string) => {
    const radio = page.getByRole('radio', { name, exact: true })
    await expect.element(radio).toBeInTheDocument()
    radio.element().closest('label')!.click()
  }
  const cards = () => [...root().querySelectorAll('[role=tabpanel] li')].map((card) => card.textContent ?? '')

  it('are in the URL, so that a reload keeps them', async () => {
    serveMatches(GALLERY_MATCHES)
    open()
    await pick('山地杯')
    await expect.poll(here).toBe('?league=山地杯')
    await expect.poll(cards).toHaveLength(1)
    await pick('时间')
    await expect.poll(here).toBe('?league=山地杯&sort=time')
    mounted?.unmount()
    open('/app/live?league=山地杯&sort=time')
    await expect.element(page.getByRole('radio', { name: '山地杯' })).toBeChecked()
    await expect.element(page.getByRole('radio', { name: '时间' })).toBeChecked()
    await expect.poll(cards).toHaveLength(1)
    await userEvent.click(page.getByRole('tab', { name: '电竞' }))
    await expect.poll(here).toBe('?sort=time&kind=esports')
  })

  it('sorts matches in play by viewers or by kick-off', async () => {
    serveMatches(many)
    open()
    await expect.poll(() => cards()[0]).toContain('联赛38')
    await pick('时间')
    // The lead has the first kick-off too; the cards do not repeat it.
    await expect
      .poll(() =>
        cards()
          .slice(0, 2)
          .map((card) => /联赛\d+/.exec(card)?.[0]),
      )
      .toEqual(['联赛38', '联赛37'])
  })

  it('40 leagues scroll in one row by arrow keys; 更多 shows all of them', async () => {
    serveMatches(many)
    open()
    await expect.element(page.getByRole('radio', { name: '全部联赛' })).toBeChecked()
    expect(cut()).toBe(0)
    const all = page.getByRole('radio', { name: '全部联赛' }).element() as HTMLElement
    const row = all.closest('fieldset')!
    all.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => row.scrollLeft).toBeGreaterThan(500)
    await expect.poll(here).toMatch(/^\?league=联赛/)
    await userEvent.click(page.getByRole('button', { name: '更多' }))
    const sheet = page.getByRole('dialog', { name: '联赛' })
    await expect.poll(() => sheet.getByRole('radio').all().length).toBe(41)
    await userEvent.click(sheet.getByText('联赛7', { exact: true }))
    await expect.poll(here).toBe('?league=联赛7')
    await expect.poll(() => sheet.query()).toBeNull()
  })
})

describe('the live list', () => {
  it('does not repeat its lead in strip and cards', async () => {
    serveMatches(GALLERY_MATCHES)
    open()
    const links = () => [...root().querySelectorAll(`a[href="/app/live/${LIVE!.eid}"]`)]
    await expect.element(page.getByRole('navigation', { name: '正在进行的比赛' })).toBeVisible()
    expect(links()).toHaveLength(1)
  })

  it('shows its shape while it loads', async () => {
    transport.responses['live.popularList'] = () => new Promise(() => {})
    open()
    await expect
      .poll(() => root().querySelectorAll('[role=tabpanel] [data-loading] [class*=card]').length)
      .toBeGreaterThan(5)
  })

  it('offers one action if it is empty', async () => {
    serveMatches([COMING])
    open()
    await expect.element(page.getByRole('heading', { name: '暂无直播' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '预约下一场' })).toBeVisible()
  })

  it('shows 加载失败，点此重试 after an error and retries', async () => {
    transport.responses['live.popularList'] = () => failure(10504, '', { traceId: 't1' })
    open()
    await expect.element(page.getByRole('heading', { name: '加载失败，点此重试' })).toBeVisible()
    serveMatches(GALLERY_MATCHES)
    await userEvent.click(page.getByRole('tabpanel').getByRole('button', { name: '重试' }))
    await expect.element(page.getByRole('link', { name: /^进入直播间：云岭竞技/ })).toBeVisible()
  })

  it('keeps the last matches offline, with their age', async () => {
    const football = GALLERY_MATCHES.filter(({ kind }) => kind === 'football')
    const last = { status: 'ready', matches: football, failure: null, updatedAt: GALLERY_NOW } as const
    store.set(liveListsAtom, { football: last, basketball: last, esports: last, anchor: last })
    transport.responses['live.popularList'] = () => failure(-1, '网络异常')
    open()
    await expect.element(page.getByText(/^比分更新于/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^进入直播间：云岭竞技/ })).toBeVisible()
  })
})

describe('odds on the board', () => {
  it('show 主 平 客 of live and coming matches with the delay; ended ones have none', () => {
    const ended = GALLERY_MATCHES.find(({ clock }) => clock.phase === 'ended')!
    showBoard([LIVE!, COMING, ended].map((match) => ({ ...match, odds: ODDS })))
    expect(root().querySelectorAll('dl')).toHaveLength(2)
    expect(root().querySelector('dl')?.textContent).toBe('主1.62平3.80客5.10')
    expect(root().textContent).toContain('赔率延迟约 6 秒')
  })

  it('show 封盘 while they are suspended, and nothing without odds', () => {
    showBoard([{ ...LIVE!, odds: { ...ODDS, suspended: true } }])
    expect(root().textContent).toContain('封盘')
    expect(root().querySelector('dl')).toBeNull()
    mounted?.unmount()
    showBoard([{ ...LIVE!, odds: null }])
    expect(root().querySelector('dl')).toBeNull()
    expect(root().textContent).not.toMatch(/封盘|赔率/)
  })

  it.each([320, 390, 768, 1280, 1440, 1920])('nothing is cut or far from the rest at %i px', async (width) => {
    await page.viewport(width, 800)
    const hard = { ...LIVE!, odds: ODDS, homeScore: 188, guestScore: 102 }
    showBoard([
      hard,
      { ...hard, eid: 'x', team1: LONG, team2: LONG, league: LONG },
      { ...COMING, odds: { ...ODDS, draw: null } },
    ])
    await frames(1)
    expect(cut()).toBe(0)
    const labels = [...root().querySelectorAll('dt')].filter((label) => label.getBoundingClientRect().width > 1)
    if (width === 320) expect(labels).toEqual([])
    if (width >= 390) expect(labels.length).toBeGreaterThan(0)
    for (const row of root().querySelectorAll('li')) expect(gapIn(row)).toBeLessThan(200)
  })

  /** The widest horizontal gap between texts of a row. */
  function gapIn(row: Element): number {
    const boxes: DOMRect[] = []
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode)
      const box = range.getBoundingClientRect()
      if (box.width > 1 && !walker.currentNode.parentElement?.closest('.visually-hidden')) boxes.push(box)
    }
    boxes.push(...[...row.querySelectorAll('img, svg')].map((picture) => picture.getBoundingClientRect()))
    boxes.sort((one, other) => one.left - other.left)
    let [end, widest] = [row.getBoundingClientRect().left, 0]
    for (const box of boxes) {
      widest = Math.max(widest, box.left - end)
      end = Math.max(end, box.right)
    }
    return Math.max(widest, row.getBoundingClientRect().right - end)
  }
})
