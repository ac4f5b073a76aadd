import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { packetsOfRound } from '#protocol/activities/red-rain-division.ts'
import { RED_RAIN, type RedRainRule } from '#protocol/activities/red-rain.ts'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { commitmentOf } from '#protocol/games/draw.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import { KindPage } from '#app/pages/activity/KindPage.tsx'
import { RoomRain } from '#app/room/RoomRain.tsx'
import { dropAt, dropsAt } from '#features/activity/rain/drops.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames, type MountedRoutes, mountRoutes } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const RULE = RED_RAIN.example as RedRainRule
const SEED = '5e'.repeat(32)
const LAST = '2026-11-20-1200'

type RainData = DataOf<'redRain.round'>
type Round = NonNullable<RainData['round']>

function rain(round: Partial<Round> | null = {}, more: Partial<RainData> = {}): RainData {
  const start = NOON - 10_000
  return {
    activityId: 'red-rain-1',
    currency: 'COIN',
    round: round && {
      roundId: '2026-11-21-1200',
      start,
      end: start + MINUTE_MS,
      commitment: commitmentOf('aa'.repeat(32)),
      packets: 100,
      taken: 40,
      own: null,
      ...round,
    },
    last: {
      roundId: LAST,
      start: start - DAY_MS,
      end: start - DAY_MS + MINUTE_MS,
      commitment: commitmentOf(SEED),
      seed: SEED,
      packets: 100,
      taken: 100,
      own: { packet: 7, amount: packetsOfRound(RULE, LAST, SEED)[6] ?? 0 },
    },
    serverTime: NOON,
    block: null,
    ...more,
  }
}

const ACTIVITY: DataOf<'activity.check'> = {
  activityId: 'red-rain-1',
  name: 'redRain',
  title: '红包雨',
  summary: '每天三轮',
  rule: { ...RULE },
  currency: 'COIN',
  start: NOON - DAY_MS,
  end: NOON + DAY_MS,
  claimUntil: NOON + 8 * DAY_MS,
  isStopped: false,
  budget: 10_000,
  left: 9_000,
  block: null,
  steps: [],
  progress: {},
  draw: null,
}

let mounted: MountedRoutes | null = null
let members = 0
const grabs = () => transport.calls.filter(({ name }) => name === 'redRain.grab')
const still = (value: 'reduce' | 'no-preference') =>
  (cdp() as unknown as { send(name: string, options: object): Promise<unknown> }).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  })

async function open(path: '/app/activity/red-rain' | '/room', width = 1280): Promise<void> {
  await page.viewport(width, 844)
  mounted?.unmount()
  mounted = mountRoutes(
    [
      { path: '/app/activity/:kind', element: <KindPage /> },
      { path: '/room', element: <div style={{ position: 'relative', height: 400 }}>{<RoomRain />}</div> },
    ],
    path,
  )
}

beforeEach(() => {
  members += 1
  store.set(sessionAtom, { member: { ...MEMBER, userId: `rain-${members}` }, expireAt: NOON + 3_600_000 })
  store.set(connectionAtom, 'online')
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = {
    'activity.check': () => success(ACTIVITY),
    'activity.records': () => success({ list: [], total: 0, pageNum: 1, pageSize: 20 }),
    'redRain.round': () => success(rain()),
    'redRain.grab': () => success({ id: 'activity:red-rain-1:x', amount: 12, currency: 'COIN', balance: 12 }),
  }
})
afterEach(async () => {
  vi.useRealTimers()
  await still('no-preference')
  mounted?.unmount()
  mounted = null
  transport.responses = {}
})

describe('S7.103 the page of a red packet rain', () => {
  it.each([390, 1280])('shows the round, rules and the proof at %i pixels, without findings of axe', async (width) => {
    await open('/app/activity/red-rain', width)
    await expect.element(page.getByText('剩余 60/100 个')).toBeVisible()
    await expect.element(page.getByText('0:50')).toBeVisible()
    await expect.element(page.getByText('每天 12:00、18:00、21:00（北京时间）各一轮，每轮 60 秒。')).toBeVisible()
    await userEvent.click(page.getByText('公平验证'))
    await expect.element(page.getByText('验证通过：种子与哈希一致，金额一致')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(width)
    expect(await findingsOfScreen()).toEqual([])
  })

  it('catches a packet on the canvas with one call, and shows what the server has paid', async () => {
    await open('/app/activity/red-rain')
    await vi.waitFor(() => expect(document.querySelector('[data-rain] canvas')).not.toBeNull())
    const field = document.querySelector('[data-rain]') as HTMLElement
    const { clientWidth: width, clientHeight: height } = field
    const { left, top } = field.getBoundingClientRect()
    // A press on any packet; which one decides nothing.
    await vi.waitFor(
      () => {
        for (let x = 30; x < width; x += 40) {
          const press = { clientX: left + x, clientY: top + height / 2, bubbles: true }
          field.dispatchEvent(new PointerEvent('pointerdown', press))
        }
        expect(grabs()).not.toHaveLength(0)
      },
      { timeout: 8_000, interval: 100 },
    )
    expect(grabs()).toHaveLength(1)
    expect(grabs()[0]).toMatchObject({ params: { activityId: 'red-rain-1', roundId: '2026-11-21-1200' } })
    await expect.element(page.getByText('12 金币')).toBeVisible()
    expect(document.querySelector('[data-rain]')).toBeNull()
    await expect.element(page.getByRole('button', { name: '抢红包' })).toBeDisabled()
  })

  it('has no canvas with reduced motion; the button does the same at once, by keyboard', async () => {
    await still('reduce')
    await open('/app/activity/red-rain')
    const button = page.getByRole('button', { name: '抢红包' })
    await expect.element(button).toBeEnabled()
    expect(document.querySelector('canvas')).toBeNull()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('12 金币')).toBeVisible()
  })

  it.each([
    ['empty', '本轮红包已抢完'],
    ['grabbed', '本轮已抢过'],
    ['stopped', '活动已提前结束'],
    ['roundEnded', '本轮已结束'],
  ])('says why a grab was refused: %s', async (reason, text) => {
    transport.responses['redRain.grab'] = () => failure(CODES.ACTIVITY_STATE, '活动状态已变化', { details: { reason } })
    await open('/app/activity/red-rain')
    await userEvent.click(page.getByRole('button', { name: '抢红包' }))
    await expect.element(page.getByText(text).first()).toBeVisible()
  })

  it('counts down to the next round by the time of the server, and says if there is none', async () => {
    transport.responses['redRain.round'] = () => success(rain({ start: NOON + 90_000, end: NOON + 150_000, taken: 0 }))
    await open('/app/activity/red-rain')
    await expect.element(page.getByText('距下一轮开始')).toBeVisible()
    await expect.element(page.getByText('1:30')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '抢红包' })).toBeDisabled()
    transport.responses['redRain.round'] = () => success(rain(null))
    members += 1
    await open('/app/activity/red-rain')
    await expect.element(page.getByText('暂无下一轮')).toBeVisible()
  })

  it('says that the rain could not be loaded, and loads it again on 重试', async () => {
    transport.responses['redRain.round'] = () => failure(10500, '服务异常')
    await open('/app/activity/red-rain')
    await expect.element(page.getByRole('alert')).toHaveTextContent('红包雨加载失败')
    expect(page.getByText('暂无下一轮').elements()).toEqual([])
    transport.responses['redRain.round'] = () => success(rain())
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.element(page.getByText('剩余 60/100 个')).toBeVisible()
  })

  it('reads the next round again after a failure, with growing delays', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reads = () => transport.calls.filter(({ name }) => name === 'redRain.round').length
    transport.responses['redRain.round'] = () => success(rain({ end: NOON }))
    await open('/app/activity/red-rain')
    await expect.element(page.getByText('本轮已结束')).toBeVisible()
    transport.responses['redRain.round'] = () => failure(10500, '服务异常')
    await vi.advanceTimersByTimeAsync(16_000)
    await expect.poll(reads).toBe(2)
    await frames(2)
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(reads).toBe(3)
    await frames(2)
    // The second delay is longer.
    await vi.advanceTimersByTimeAsync(9_000)
    expect(reads()).toBe(3)
    transport.responses['redRain.round'] = () => success(rain())
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.element(page.getByText('剩余 60/100 个')).toBeVisible()
  })
})

describe('S7.103 the rain in a room', () => {
  it('opens over the room from an entry of its own, and pays there', async () => {
    await open('/room', 390)
    await userEvent.click(page.getByRole('button', { name: '红包雨进行中' }))
    await userEvent.click(page.getByRole('button', { name: '抢红包' }))
    await expect.element(page.getByText('12 金币')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '规则与记录' }))
      .toHaveAttribute('href', '/app/activity/red-rain')
    expect(await findingsOfScreen()).toEqual([])
  })

  it('the next member does not see the packet of the previous one, and can catch a packet', async () => {
    await open('/room', 390)
    await userEvent.click(page.getByRole('button', { name: '红包雨进行中' }))
    await userEvent.click(page.getByRole('button', { name: '抢红包' }))
    await expect.element(page.getByText('12 金币')).toBeVisible()
    store.set(sessionAtom, null)
    await vi.waitFor(() => expect(page.getByText('12 金币').elements()).toEqual([]))
    transport.responses['redRain.grab'] = () =>
      success({ id: 'activity:red-rain-1:y', amount: 34, currency: 'COIN', balance: 34 })
    store.set(sessionAtom, { member: { ...MEMBER, userId: 'rain-next' }, expireAt: NOON + 3_600_000 })
    await userEvent.click(page.getByRole('button', { name: '红包雨进行中' }))
    await userEvent.click(page.getByRole('button', { name: '抢红包' }))
    await expect.element(page.getByText('34 金币')).toBeVisible()
    expect(page.getByText('12 金币').elements()).toEqual([])
  })

  it('the packet that the server has stored for a member is not shown to a visitor', async () => {
    transport.responses['redRain.round'] = () => success(rain({ own: 56 }))
    await open('/room', 390)
    await expect.element(page.getByRole('button', { name: '红包雨 已抢到' })).toBeVisible()
    transport.responses['redRain.round'] = () => new Promise(() => {})
    store.set(sessionAtom, null)
    await vi.waitFor(() => expect(page.getByRole('button').elements()).toEqual([]))
  })

  it('has no entry for members with ACT_BLACK, and requests nothing', async () => {
    store.set(sessionAtom, { member: { ...MEMBER, tags: ['ACT_BLACK'] }, expireAt: NOON + 3_600_000 })
    await open('/room')
    expect(transport.calls.filter(({ name }) => name === 'redRain.round')).toEqual([])
    expect(page.getByRole('button').elements()).toEqual([])
  })

  it('has no entry long before a round', async () => {
    transport.responses['redRain.round'] = () => success(rain({ start: NOON + 600_000, end: NOON + 660_000 }))
    await open('/room')
    await vi.waitFor(() => expect(transport.calls.some(({ name }) => name === 'redRain.round')).toBe(true))
    expect(page.getByRole('button').elements()).toEqual([])
  })
})

describe('the falling packets', () => {
  it('are the same for page and worker, appear within three seconds and can be pressed', () => {
    const size = { width: 360, height: 340 }
    expect(dropsAt(2_345, size)).toEqual(dropsAt(2_345, size))
    expect(dropsAt(0, size)).toHaveLength(0)
    const drops = dropsAt(3_000, size)
    expect(drops.length).toBeGreaterThan(8)
    for (const { x } of drops) expect(x).toBeGreaterThan(-20)
    const [first] = drops
    expect(dropAt(drops, first?.x ?? 0, first?.y ?? 0)).not.toBe(-1)
    expect(dropAt(drops, -500, -500)).toBe(-1)
  })
})
