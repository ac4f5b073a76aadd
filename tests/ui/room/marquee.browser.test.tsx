import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { MarqueeMark, MarqueeStrip } from '#features/marquee/MarqueeStrip.tsx'
import { WelcomeStrip } from '#features/marquee/ChatStrips.tsx'
import type { MarqueeItem } from '#protocol/room/feed.ts'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { applyMessages, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, change, NOON, SNAPSHOT } from '#tests/ui/support/feed-fixtures.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frames, mount } from '#tests/ui/support/mount.tsx'

let mounted: Mounted
afterEach(() => {
  mounted.unmount()
  transport.now = NOON
  vi.useRealTimers()
})

const item = (id: string, content: string, more: Partial<MarqueeItem> = {}): MarqueeItem => ({
  id,
  category: 2,
  pmdTimerStart: null,
  pmdTimerEnd: null,
  content,
  ...more,
})

function show(items: readonly MarqueeItem[]): void {
  const snapshot = { ...SNAPSHOT, marquee: [...items] }
  store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot, role: 'anon' }))
  mounted = mount(
    <div style={{ width: 390 }}>
      <MarqueeStrip />
      <MarqueeMark />
      <WelcomeStrip />
    </div>,
  )
}

const texts = () => [...document.querySelectorAll<HTMLElement>('[data-marquee]')].map((element) => element.textContent)
const track = () => document.querySelector<HTMLElement>('[class*="track"]')!

describe('the marquee', () => {
  it('S4.28 repeats one item to five, S4.29 triples two and three, and leaves four as they are', () => {
    for (const [count, shown] of [
      [1, 5],
      [2, 6],
      [3, 9],
      [4, 4],
    ] as const) {
      show(Array.from({ length: count }, (_, index) => item(`q${index}`, `第 ${index + 1} 条`)))
      expect(texts()).toHaveLength(shown)
      if (count < 4) mounted.unmount()
    }
  })

  it('shows nothing without items', () => {
    show([])
    expect(document.querySelector('[aria-label="公告"]')).toBeNull()
  })

  it('S4.27 keeps category 1 inside its window on the synchronised clock, to the second', async () => {
    show([
      item('timed', '限时', { category: 1, pmdTimerStart: NOON + 1_000, pmdTimerEnd: NOON + 3_000 }),
      item('always', '常在'),
    ])
    expect(texts()).toEqual(Array(5).fill('常在'))
    transport.now = NOON + 1_000
    await vi.waitFor(() => expect(texts()).toHaveLength(6), 3_000)
    expect(texts().slice(0, 2)).toEqual(['限时', '常在'])
    transport.now = NOON + 3_000
    await vi.waitFor(() => expect(texts()).toEqual(Array(5).fill('常在')), 3_000)
  })

  it('waits three seconds before it moves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    show([item('q1', '主场球迷请走北门，入口在三号看台下方')])
    await frames(2)
    await vi.advanceTimersByTimeAsync(2_999)
    await frames(1)
    expect(getComputedStyle(track()).animationPlayState).toBe('paused')
    await vi.advanceTimersByTimeAsync(1)
    await frames(1)
    expect(getComputedStyle(track()).animationPlayState).toBe('running')
  })

  it('moves 40 pixels per second without a gap, and pauses under the pointer', async () => {
    show([item('q1', '主场球迷请走北门，入口在三号看台下方')])
    await vi.waitFor(() => expect(getComputedStyle(track()).animationPlayState).toBe('running'), 30_000)
    const width = document.querySelector<HTMLElement>('[class*="half"]')!.getBoundingClientRect().width
    expect(Number.parseFloat(getComputedStyle(track()).animationDuration)).toBeCloseTo(width / 40, 1)
    expect(track().getBoundingClientRect().width).toBeCloseTo(width * 2, 0)
    const [animation] = track().getAnimations()
    // From the start, because the animation may restart within this second.
    animation!.currentTime = 0
    const before = new DOMMatrix(getComputedStyle(track()).transform).m41
    animation!.currentTime = 1_000
    expect(before - new DOMMatrix(getComputedStyle(track()).transform).m41).toBeGreaterThan(38)
    const line = page.elementLocator(document.querySelector('[class*="window"]')!)
    await userEvent.hover(line)
    expect(getComputedStyle(track()).animationPlayState).toBe('paused')
    await userEvent.unhover(line)
    expect(getComputedStyle(track()).animationPlayState).toBe('running')
  })

  it('pauses and resumes by its button, with mouse and keyboard, under pointer and focus', async () => {
    show([item('q1', '主场球迷请走北门，入口在三号看台下方')])
    await vi.waitFor(() => expect(getComputedStyle(track()).animationPlayState).toBe('running'), 30_000)
    const state = () => getComputedStyle(track()).animationPlayState
    const [stop, goOn] = [
      page.getByRole('button', { name: '暂停公告' }),
      page.getByRole('button', { name: '继续滚动' }),
    ]
    await userEvent.click(stop)
    await expect.element(goOn).toHaveFocus()
    expect(state()).toBe('paused')
    await userEvent.click(goOn)
    await expect.element(stop).toHaveFocus()
    expect(state()).toBe('running')
    await userEvent.keyboard('{Enter}')
    await expect.element(goOn).toHaveFocus()
    expect(state()).toBe('paused')
    await userEvent.keyboard('{Enter}')
    await expect.element(stop).toHaveFocus()
    expect(state()).toBe('running')
  })

  it('is folded after one run, opens again on request, and opens for another item', async () => {
    show([item('run', '主场球迷请走北门'), item('later', '加时', { category: 1, pmdTimerStart: NOON + 60_000 })])
    const strip = page.getByRole('region', { name: '公告' })
    const mark = page.getByRole('button', { name: '查看公告' })
    expect(mark.elements()).toEqual([])
    const runToEnd = async () => {
      await vi.waitFor(() => expect(getComputedStyle(track()).animationPlayState).toBe('running'), 30_000)
      const [animation] = track().getAnimations()
      animation!.currentTime = Number(animation!.effect!.getComputedTiming().duration) - 10
    }
    await runToEnd()
    await expect.element(mark).toBeVisible()
    expect(strip.elements()).toEqual([])
    await mark.click()
    await expect.element(strip).toBeVisible()
    await runToEnd()
    await expect.element(mark).toBeVisible()
    transport.now = NOON + 60_000
    await expect.element(strip).toBeVisible()
    expect(mark.elements()).toEqual([])
  })

  it('exposes each item once to screen readers', () => {
    show([item('q1', '只说一次')])
    const heard = [...document.querySelectorAll('li')].filter((line) => line.closest('[aria-hidden="true"]') === null)
    expect(heard.map((line) => line.textContent)).toEqual(['只说一次'])
  })

  it('is a static list with reduced motion', async () => {
    const session = cdp() as unknown as { send(method: string, params: object): Promise<void> }
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    try {
      show([item('q1', '第一条'), item('q2', '第二条')])
      expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['第一条', '第二条'])
      expect(document.querySelector('[class*="track"]')).toBeNull()
    } finally {
      await session.send('Emulation.setEmulatedMedia', { features: [] })
    }
  })

  it('renders content as text', async () => {
    show([item('q1', '<img src=x onerror="window.__owned=1">')])
    await frames(3)
    expect(texts()[0]).toBe('<img src=x onerror="window.__owned=1">')
    expect('__owned' in window).toBe(false)
  })
})

describe('the welcome strip', () => {
  const welcome = (id: string, name: string): FeedRowOf<'welcome'> => ({
    id,
    seq: 1,
    at: NOON,
    kind: 'welcome',
    author: author(name, 6),
    isMine: false,
    isMention: false,
    data: { text: '进入直播间' },
  })
  const arrive = (id: string, name: string) =>
    store.set(changeFeedAtom, (feed) => applyMessages(feed, [batch([], { lastSeq: 1, welcome: welcome(id, name) })]))
  const shown = () => document.querySelector<HTMLElement>('[data-kind="welcome"]')?.dataset['id']

  it('S4.31 shows the newest welcome at once, then changes at most once per second', async () => {
    // The test advances the time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const pass = async (ms: number) => {
      await frames(2)
      await vi.advanceTimersByTimeAsync(ms)
      await frames(2)
    }
    show([])
    arrive('w1', '灯塔下的风')
    await pass(0)
    expect(shown()).toBe('w1')
    for (let count = 2; count <= 10; count += 1) {
      arrive(`w${count}`, `客人 ${count}`)
      await pass(100)
      expect(shown()).toBe('w1')
    }
    await pass(100)
    expect(shown()).toBe('w10')
  })

  it("S6.7 shows the room's welcome text before the first welcome and after a while without one", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const pass = async (ms: number) => {
      await frames(2)
      await vi.advanceTimersByTimeAsync(ms)
      await frames(2)
    }
    const words = () => document.querySelector('[data-kind="welcome"]')?.textContent
    const setup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '文明观赛，玩得开心' }
    show([])
    store.set(changeFeedAtom, (feed) =>
      applyMessages(feed, [batch([], { lastSeq: 1, changes: [change('setup', setup)] })]),
    )
    await pass(0)
    expect(words()).toBe('文明观赛，玩得开心')
    arrive('w1', '灯塔下的风')
    await pass(0)
    expect(words()).toContain('灯塔下的风')
    await pass(20_000)
    expect(words()).toContain('灯塔下的风')
    arrive('w2', '海边的卡夫')
    await pass(0)
    await pass(20_000)
    expect(words()).toContain('海边的卡夫')
    await pass(10_000)
    expect(words()).toBe('文明观赛，玩得开心')
    expect(shown()).toBeUndefined()
    arrive('w3', '南看台老周')
    await pass(0)
    expect(words()).toContain('南看台老周')
    // Old welcomes are not shown by a new strip.
    mounted.unmount()
    transport.now += 60_000
    mounted = mount(<WelcomeStrip />)
    await pass(0)
    expect(words()).toBe('文明观赛，玩得开心')
  })
})
