import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, change, NOON, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, enterRoom, goTo, here, openRoomPage, showPage } from '../support/open-room.tsx'
import { DETAIL, EVENTS, ROOM, serveRoom } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

const log = () => document.querySelector<HTMLElement>('[role="log"]')
const video = () => document.querySelector<HTMLElement>('[data-video]')?.dataset['video']
const otherMatch = { ...DETAIL.match, eid: 'eid-2', team1: '江城', team2: '雁门' }

describe('S9.14 site switches', () => {
  afterEach(() => store.set(siteConfigAtom, CONFIG_DEFAULTS))

  it.each([390, 1280])('the room is readable with chat and gifts disabled, at %i pixels', async (width) => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, chatSwitch: 0, giftSwitch: 0 })
    await openRoomPage({ width })
    await expect.element(page.getByText('聊天室已关闭，仅可查看')).toBeVisible()
    expect(log()?.querySelector('[data-id]')).not.toBeNull()
    expect(page.getByRole('button', { name: '礼物', exact: true }).elements()).toEqual([])
    expect(page.getByRole('tab', { name: '礼物榜' }).elements()).toEqual([])
    store.set(siteConfigAtom, CONFIG_DEFAULTS)
    await expect.element(page.getByRole('button', { name: '礼物', exact: true })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: '说点什么' })).toBeVisible()
  })

  it('a visitor gets no sign-in link with chat disabled', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, chatSwitch: 0 })
    await openRoomPage({ isMember: false })
    await expect.element(page.getByText('聊天室已关闭，仅可查看')).toBeVisible()
    expect(page.getByRole('link', { name: '登录后参与聊天' }).elements()).toEqual([])
  })

  it('requires the minimum level of the site', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, chatMinVipLevel: 9 })
    await openRoomPage()
    await expect.element(page.getByText('VIP 9 以上可发言')).toBeVisible()
  })
})

describe('a small phone', () => {
  it.each([
    [375, 553],
    [360, 560],
    [320, 568],
    [390, 664],
  ])('shows some chat rows below the video at %i x %i', async (width, height) => {
    await openRoomPage({ width, height })
    await expect.element(page.getByRole('textbox', { name: '说点什么' })).toBeVisible()
    expect(log()?.clientHeight).toBeGreaterThanOrEqual(100)
  })
})

describe('entering a room', () => {
  it('Annex G states: shows the skeleton after 150 ms, then the room', async () => {
    serveRoom()
    let respond: (result: ReturnType<typeof success<typeof DETAIL>>) => void = () => {}
    transport.responses['live.detail'] = () => new Promise((resolve) => (respond = resolve))
    await showPage('/app/live/eid-1')
    const loading = page.getByText('正在进入直播间')
    await expect.element(loading).toBeInTheDocument()
    const delays = getComputedStyle(loading.element().parentElement!).animationDelay.split(', ')
    expect(new Set(delays)).toEqual(new Set(['0.15s']))
    respond(success(DETAIL))
    await expect.element(page.getByRole('heading', { name: '北港联 2 比 1 南屿' })).toBeInTheDocument()
    await expect.element(loading).not.toBeInTheDocument()
    expect(document.title).toContain('北港联 对 南屿')
  })

  it('offers other rooms when the room does not exist', async () => {
    serveRoom()
    transport.responses['live.detail'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    transport.responses['live.popularList'] = () => success({ list: [otherMatch], total: 1, pageNum: 1, pageSize: 20 })
    await showPage('/app/live/nowhere')
    await expect.element(page.getByRole('heading', { name: '直播间不存在' })).toBeVisible()
    await page.getByRole('link', { name: /江城 对 雁门/ }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/live/eid-2'))
  })

  it('Annex G states: shows a failure with code and trace id, and retries', async () => {
    serveRoom()
    const detail = transport.responses['live.detail']!
    transport.responses['live.detail'] = () => failure(CODES.TIMEOUT, '请求超时', { traceId: '7f3a-91c2' })
    await showPage('/app/live/eid-1')
    await expect.element(page.getByText('请求超时')).toBeVisible()
    await expect.element(page.getByText('错误 -1 · 追踪号 7f3a-91c2')).toBeVisible()
    transport.responses['live.detail'] = detail
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('heading', { name: '北港联 2 比 1 南屿' })).toBeInTheDocument()
  })

  it('keeps video and score when the chat cannot be entered, and retries the chat', async () => {
    await openRoomPage({ messages: [] })
    transport.fail(failure(CODES.NETWORK_FAILURE, '网络异常'))
    await expect.element(page.getByText('聊天连接失败，画面不受影响：网络异常')).toBeVisible()
    expect(video()).toBeDefined()
    await page.getByRole('button', { name: '重试' }).first().click()
    await vi.waitFor(() => expect(transport.room).not.toBeNull())
    transport.enter({ chatRoomNo: 'room-1', snapshot: ROOM, role: 'member' })
    transport.send(batch([textRow(1)]))
    await vi.waitFor(() => expect(log()?.querySelector('[data-id="e1"]')).not.toBeNull())
  })

  it('holds messages that arrive before the room is entered', async () => {
    serveRoom()
    await showPage('/app/live/eid-1')
    await vi.waitUntil(() => transport.room !== null)
    transport.send(batch([textRow(1)], { changes: [change('status', { viewers: 7 })] }))
    await frames(3)
    expect(document.querySelector('[role="log"] [data-id]')).toBeNull()
    transport.enter({ chatRoomNo: 'room-1', snapshot: ROOM, role: 'member' })
    await vi.waitFor(() => expect(log()?.querySelector('[data-id="e1"]')).not.toBeNull())
    await expect.element(page.getByText('7 人在看')).toBeVisible()
  })

  it('starts the next room with an empty list', async () => {
    await openRoomPage()
    expect(log()?.querySelector('[data-id="e18"]')).not.toBeNull()
    closeRoom()
    serveRoom()
    await showPage('/app/live/eid-2')
    await vi.waitUntil(() => video() !== undefined)
    transport.enter({ chatRoomNo: 'room-1', snapshot: ROOM, role: 'member' })
    await vi.waitUntil(() => log() !== null)
    await frames(4)
    expect(log()?.querySelector('[data-id]')).toBeNull()
  })
})

describe('the next room', () => {
  it.each(['/app/elsewhere', '/app/live/eid-9'])('is not opened after the viewer went to %s', async (address) => {
    await openRoomPage()
    const responds: (() => void)[] = []
    transport.responses['live.popularList'] = () =>
      new Promise((resolve) => {
        responds.push(() => resolve(success({ list: [otherMatch], total: 1, pageNum: 1, pageSize: 20 })))
      })
    page
      .getByRole('button', { name: '下一个直播间' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.waitFor(() => expect(responds).not.toEqual([]))
    await goTo(address)
    await frames(4)
    for (const respond of responds) respond()
    await frames(4)
    expect(here()).toBe(address)
  })

  it('replaces the room in the history', async () => {
    await openRoomPage()
    transport.responses['live.popularList'] = () => success({ list: [otherMatch], total: 1, pageNum: 1, pageSize: 20 })
    page
      .getByRole('button', { name: '下一个直播间' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.waitFor(() => expect(here()).toBe('/app/live/eid-2'))
  })
})

describe('the match', () => {
  it('keeps the chat of an ended room visible on a phone, beside the other rooms', async () => {
    const list = [1, 2, 3, 4].map((number) => ({ ...otherMatch, eid: `eid-over-${number}` }))
    await openRoomPage({ width: 390, height: 844 })
    transport.responses['live.popularList'] = () => success({ list, total: 4, pageNum: 1, pageSize: 20 })
    transport.send(
      batch([], { lastSeq: 21, changes: [change('status', { clock: { phase: 'ended', phaseStartedAt: NOON } })] }),
    )
    await expect.element(page.getByRole('link', { name: /江城 对 雁门/ }).first()).toBeVisible()
    expect(document.querySelectorAll('a[href^="/app/live/eid-over"]')).toHaveLength(4)
    expect(log()!.clientHeight).toBeGreaterThan(150)
  })

  it("S4.1-S4.4 shows the anchor's status: not started, live, interrupted, ended", async () => {
    await openRoomPage({ snapshot: { ...ROOM, anchorStatus: 0 } })
    await vi.waitFor(() => expect(video()).toBe('not-started'))
    transport.send(batch([], { lastSeq: 19, changes: [change('status', { anchorStatus: 1 })] }))
    await vi.waitFor(() => expect(['loading', 'error']).toContain(video()))
    transport.send(batch([], { lastSeq: 20, changes: [change('status', { anchorStatus: 2 })] }))
    await vi.waitFor(() => expect(video()).toBe('interrupted'))
    transport.send(
      batch([], { lastSeq: 21, changes: [change('status', { clock: { phase: 'ended', phaseStartedAt: NOON } })] }),
    )
    await vi.waitFor(() => expect(video()).toBe('ended'))
    expect(log()?.querySelector('[data-id="e18"]')).not.toBeNull()
  })

  it('applies score, clock, viewers and odds of the log', async () => {
    await openRoomPage()
    const goal = { ...EVENTS[4]!, id: 'm9', minute: 67, text: '进球！高远 67′ 补射', homeScore: 3, awayScore: 1 }
    transport.send(
      batch([], {
        lastSeq: 19,
        changes: [
          change('status', {
            homeScore: 3,
            viewers: 13_001,
            odds: { ...ROOM.odds!, home: { value: 1100, move: 'down' } },
            event: goal,
          }),
        ],
      }),
    )
    await expect.element(page.getByRole('heading', { name: '北港联 3 比 1 南屿' })).toBeInTheDocument()
    await expect.element(page.getByText('13,001 人在看')).toBeVisible()
    await expect.element(page.getByText('1.10')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '67′ 进球！高远 67′ 补射' })).toBeVisible()
    transport.now = NOON + 60_000
    await expect.element(page.getByText('下半场 68′24″')).toBeVisible()
  })

  it.each([
    ['animation', '动画'],
    ['anchor', '主播'],
    ['nothing', '直播'],
  ])('S3.19 S3.31 opens with ?tab=%s at the tab %s', async (tab, name) => {
    serveRoom()
    await showPage(`/app/live/eid-1?tab=${tab}`)
    await enterRoom()
    await expect.element(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  })

  it('S3.31 S4.33 has the tabs 动画, 直播, 主播; the last only with a horizontal anchor', async () => {
    await openRoomPage()
    await page.getByRole('tab', { name: '动画' }).click()
    await expect.element(page.getByRole('list', { name: '比赛事件' })).toBeVisible()
    await page.getByRole('tab', { name: '主播' }).click()
    await expect.element(page.getByText('老魏说球')).toBeVisible()
    closeRoom()
    serveRoom()
    const match = { ...DETAIL.match, anchor_list: [{ ...DETAIL.match.anchor_list[0]!, screen_mode: 2 as const }] }
    transport.responses['live.detail'] = () => success({ ...DETAIL, match })
    await showPage('/app/live/eid-1')
    await expect.element(page.getByRole('tab', { name: '直播' })).toBeVisible()
    expect(page.getByRole('tab', { name: '主播' }).elements()).toHaveLength(0)
  })

  it('S3.37 Annex I delay notice: odds show the name of their venue and their delay', async () => {
    serveRoom()
    const match = { ...DETAIL.match, ve_name: 'OBTY' }
    transport.responses['live.detail'] = () => success({ ...DETAIL, match })
    await showPage('/app/live/eid-1')
    await enterRoom({ snapshot: { ...ROOM, odds: { ...ROOM.odds!, delaySeconds: 7 } } })
    await expect.element(page.getByText('YB 场馆')).toBeVisible()
    await expect.element(page.getByText('延迟约 7 秒')).toBeVisible()
  })

  it('shows that odds are suspended instead of old odds', async () => {
    await openRoomPage({ snapshot: { ...ROOM, odds: { ...ROOM.odds!, suspended: true } } })
    await expect.element(page.getByText('封盘').first()).toBeVisible()
    expect(page.getByText('1.62').elements()).toHaveLength(1)
  })
})

describe('the connection', () => {
  it('is shown as text, and the rows stay', async () => {
    await openRoomPage()
    store.set(connectionAtom, 'offline')
    await expect.element(page.getByText('网络不通，显示已有内容，恢复后自动重连')).toBeVisible()
    expect(document.querySelector('[data-connection]')?.getAttribute('data-connection')).toBe('offline')
    expect(log()?.querySelector('[data-id="e18"]')).not.toBeNull()
  })
})

describe('the ranking', () => {
  it('shows the top givers in three periods', async () => {
    await openRoomPage()
    await page.getByRole('tab', { name: '礼物榜' }).click()
    await expect.element(page.getByText('18,800')).toBeVisible()
    await page.getByRole('button', { name: '近 7 天' }).click()
    await vi.waitFor(() =>
      expect(transport.calls.filter(({ name }) => name === 'gift.ranking').at(-1)?.params).toMatchObject({
        period: 'week',
      }),
    )
    await page.getByRole('tab', { name: '聊天', exact: true }).click()
    await vi.waitFor(() => expect(log()?.querySelector('[data-id="e18"]')).not.toBeNull())
  })
})
