import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MatchEvent, RoomStatus } from '#protocol/room/feed.ts'
import { success } from '#protocol/result.ts'
import { SKIN_LAYOUT, type Skin } from '#protocol/sites.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, change, NOON } from '../support/feed-fixtures.ts'
import { frames, wear } from '../support/mount.tsx'
import { closeRoom, openRoomPage, showPage } from '../support/open-room.tsx'
import { DETAIL, ROOM, serveRoom } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

/** Set VITE_SHOTS to a folder of the project to save screenshots. */
const shoot = async (name: string) => {
  const folder = import.meta.env['VITE_SHOTS']
  if (!folder) return
  await new Promise((resolve) => setTimeout(resolve, 600))
  await page.screenshot({ path: `${folder}/${name}.png` })
}

const field = () => document.querySelector<HTMLElement>('[data-kind][data-cue], [data-kind]:has(> svg)')
const report = (status: Partial<RoomStatus>) => transport.send(batch([], { changes: [change('status', status)] }))
const happen = (event: Partial<MatchEvent>, status: Partial<RoomStatus> = {}) => {
  const goal = { id: 'new', type: 'goal', side: 'home', minute: 67, text: '陆一鸣 67′ 头球破门' } as const
  transport.send(
    batch([], { changes: [change('status', { ...status, event: { ...goal, homeScore: 3, awayScore: 1, ...event } })] }),
  )
}

async function openBoard() {
  await openRoomPage()
  await page.getByRole('tab', { name: '动画' }).click()
  await expect.poll(field).not.toBeNull()
  await frames(3)
}

/** Opens the room of another kind of match. */
async function openKind(kind: 'basketball' | 'esports' | 'anchor') {
  serveRoom()
  const detail = { ...DETAIL, match: { ...DETAIL.match, kind } }
  transport.responses['live.detail'] = () => success(detail)
  await showPage('/app/live/eid-1')
  await vi.waitUntil(() => transport.room !== null)
  transport.enter({ chatRoomNo: 'room-1', snapshot: { ...ROOM, events: [] }, role: 'member' })
  await frames(4)
  await page.getByRole('tab', { name: '动画' }).click()
  await frames(3)
}

describe('S3.31 the animation tab', () => {
  it('S3.31 describes the picture as text', async () => {
    await openBoard()
    const label = () => field()?.querySelector('p')?.textContent
    await expect
      .poll(label)
      .toBe(
        '比赛动画：下半场 67′，北港联 2 比 1 南屿。最近：64′ 进球！陆一鸣 64′ 头球破门；52′ 黄牌：高远；34′ 进球！陈屿 34′ 反击得手',
      )
    expect(field()?.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    await expect.element(page.getByRole('list', { name: '比赛事件' })).toBeVisible()
  })

  it('S3.31 animates only a goal that happens now', async () => {
    await openBoard()
    expect(field()?.dataset['cue']).toBeUndefined()
    happen({}, { homeScore: 3 })
    await vi.waitUntil(() => field()?.dataset['cue'] === 'goal')
    expect(field()?.textContent).toContain('进球！')
    expect(field()?.textContent).toContain('3 : 1')
    expect(field()?.querySelectorAll('[data-side="home"] > g').length).toBeGreaterThan(10)
    transport.now = NOON + 8_000
    await vi.waitUntil(() => field()?.dataset['cue'] === undefined, { timeout: 10_000 })
  })

  it.each([
    ['corner', '角球'],
    ['yellow-card', '黄牌'],
    ['red-card', '红牌'],
    ['substitution', '换人'],
  ] as const)('S3.31 shows a %s', async (type, words) => {
    await openBoard()
    happen({ type, side: 'away', text: '南屿 的事', homeScore: 2 })
    await vi.waitUntil(() => field()?.dataset['cue'] === type)
    expect(field()?.textContent).toContain(words)
    expect(document.querySelector('ol')?.textContent).toContain('南屿 的事')
  })

  it('S3.31 shows points of basketball by the score', async () => {
    await openKind('basketball')
    report({ homeScore: 2, guestScore: 4 })
    await vi.waitUntil(() => field()?.dataset['cue'] === 'points')
    expect(field()?.textContent).toContain('+3')
    expect(field()?.textContent).toContain('南屿')
  })

  it('S3.31 moves the ball between two positions without script per frame', async () => {
    await openBoard()
    const ball = field()?.querySelector('[class*="ball"]')
    const before = ball?.getAttribute('style')
    const frame = vi.spyOn(window, 'requestAnimationFrame')
    transport.now = NOON + 1_700
    await vi.waitUntil(() => ball?.getAttribute('style') !== before, { timeout: 5_000 })
    expect(ball?.getAnimations().length).toBe(1)
    expect(frame).not.toHaveBeenCalled()
    frame.mockRestore()
  })

  it('S3.31 can be paused, and does not move then', async () => {
    await openBoard()
    await userEvent.click(page.getByRole('button', { name: '暂停动画' }))
    happen({}, { homeScore: 3 })
    await frames(20)
    expect(field()?.dataset['cue']).toBeUndefined()
    await userEvent.click(page.getByRole('button', { name: '继续播放动画' }))
    await vi.waitUntil(() => field()?.dataset['cue'] === 'goal')
  })

  it('S3.31 explains a score without events, and why basketball has none', async () => {
    await openKind('esports')
    await expect.element(page.getByText('更早的得分没有记录')).toBeVisible()
    report({ homeScore: 0, guestScore: 0 })
    await expect.element(page.getByText('暂无比赛事件')).toBeVisible()
    happen({ homeScore: 4, awayScore: 1 }, { homeScore: 4, guestScore: 1 })
    await expect.element(page.getByRole('list', { name: '比赛事件' })).toBeVisible()
    await expect.element(page.getByText('更早的得分没有记录')).toBeVisible()
    closeRoom()
    await openKind('basketball')
    await expect.element(page.getByText('暂无比赛事件')).toBeVisible()
    expect(document.body.textContent).not.toContain('还没有进球')
  })

  it('S3.32 shows a separate board for a talk', async () => {
    await openKind('anchor')
    expect(field()).toBeNull()
    await expect.element(page.getByText('正在直播')).toBeVisible()
  })
})

it('the timeline is one tab stop with arrow keys between events', async () => {
  await openRoomPage()
  const line = page.getByRole('toolbar', { name: '比赛进程' })
  const marks = () => [...line.element().querySelectorAll('button')]
  const stops = () => marks().flatMap((mark, index) => (mark.tabIndex === 0 ? [index] : []))
  await expect.poll(() => marks().length).toBe(4)
  expect(stops()).toEqual([3])
  marks()[3]?.focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(marks()[1])
  await expect.poll(stops).toEqual([1])
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(marks()[0])
  // Updates do not move the focus from the current event.
  happen({}, { homeScore: 3 })
  await expect.poll(() => marks().length).toBe(5)
  expect(stops()).toEqual([0])
  await userEvent.tab()
  expect(line.element().contains(document.activeElement)).toBe(false)
})

describe('with reduced motion', () => {
  beforeEach(() => {
    const real = window.matchMedia.bind(window)
    // a query that always matches replaces the viewer's setting
    const asked = (query: string) => (query.includes('reduced-motion') ? '(min-width: 0px)' : query)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => real(asked(query)))
  })
  afterEach(() => void vi.restoreAllMocks())

  it('ball and crowd do not move', async () => {
    await openBoard()
    happen({}, { homeScore: 3 })
    await vi.waitUntil(() => field()?.dataset['cue'] === 'goal')
    expect(field()?.querySelector('[class*="ball"]')?.getAnimations()).toEqual([])
    expect(field()?.querySelector('[class*="wave"]')).toBeNull()
  })
})

describe('appearance', () => {
  const SKINS: readonly Skin[] = ['glow', 'fresh', 'simple']
  const SIZES = [
    [1280, 800],
    [390, 844],
  ] as const

  /** Shows the open room in each skin at each size. */
  async function inEachLook(check: (look: string, width: number) => Promise<void>): Promise<void> {
    for (const skin of SKINS) {
      for (const [width, height] of SIZES) {
        wear(skin)
        store.set(siteAtom, (site) => ({ ...site, skin, layout: SKIN_LAYOUT[skin] }))
        await page.viewport(width, height)
        await frames(2)
        await expect.element(page.getByRole('tab', { name: '动画' })).toHaveAttribute('aria-selected', 'true')
        await check(`${skin}-${width}`, width)
      }
    }
  }

  it('glow, fresh and simple at 1280 and 390: nothing of it is cut or overlaps', async () => {
    await openBoard()
    let homeScore = 2
    await inEachLook(async (look, width) => {
      homeScore += 1
      happen({ id: look, homeScore }, { homeScore })
      await vi.waitUntil(() => field()?.dataset['cue'] === 'goal')
      const frame = field()!.getBoundingClientRect()
      const banner = field()!.querySelector('[data-loud]')!.getBoundingClientRect()
      expect(banner.left >= frame.left && banner.right <= frame.right, look).toBe(true)
      expect(banner.top >= frame.top && banner.bottom <= frame.bottom, look).toBe(true)
      expect(document.documentElement.scrollWidth, look).toBe(width)
      await shoot(`board-${look}`)
    })
  })

  it.each(['basketball', 'esports', 'anchor'] as const)(
    '%s, in glow, fresh and simple at 1280 and 390: fits its frame',
    async (kind) => {
      await openKind(kind)
      await inEachLook(async (look, width) => {
        expect(document.documentElement.scrollWidth, look).toBe(width)
        await shoot(`${kind}-${look}`)
      })
    },
  )
})
