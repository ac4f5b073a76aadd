import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { roomOpened } from '#state/feed/apply-batch.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, change, NOON, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER, ROOM } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

const box = () => page.getByRole('textbox', { name: '说点什么' })
const send = () => page.getByRole('button', { name: '发送' })
const rows = (state: string) => [...document.querySelectorAll<HTMLElement>(`[role="log"] [data-state="${state}"]`)]
const mine = (seq: number, cid: string, text: string) => batch([textRow(seq, text, { isMine: true, cid })])
const quiet = { messages: [] }

describe('sending', () => {
  it('shows a message as pending, then once as its log entry', async () => {
    await openRoomPage(quiet)
    await box().fill('  稳住，别退  太深 ')
    await userEvent.keyboard('{Enter}')
    await frames(2)
    expect(transport.sent).toHaveLength(1)
    const { cid, text } = transport.sent[0]!
    expect(text).toBe('稳住，别退 太深')
    expect(cid).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    expect(rows('pending').map((row) => row.textContent)).toEqual(['我：稳住，别退 太深'])
    expect(rows('pending')[0]?.dataset['seq']).toBeUndefined()
    await expect.element(box()).toHaveValue('')

    transport.send(mine(5, cid, text))
    await frames(3)
    expect(rows('pending')).toEqual([])
    expect(rows('confirmed').map((row) => row.dataset['seq'])).toEqual(['5'])
  })

  it('returns the credits of rendered batches', async () => {
    await openRoomPage(quiet)
    for (const seq of [1, 2, 3]) transport.send(batch([textRow(seq)]))
    await frames(3)
    expect(transport.applied.at(-1)?.lastSeq).toBe(3)
    expect(transport.applied.reduce((sum, { batches }) => sum + batches, 0)).toBe(3)
  })

  it('ignores Enter while an input method composes', async () => {
    await openRoomPage(quiet)
    await box().fill('zhan')
    const input = box().element()
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }))
    await frames(2)
    expect(transport.sent).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(transport.sent).toHaveLength(1)
  })

  it('counts graphemes and does not send more than 100', async () => {
    await openRoomPage(quiet)
    await box().fill('球'.repeat(99) + '😀')
    await expect.element(page.getByText('100/100')).toBeVisible()
    await expect.element(send()).toBeEnabled()
    await box().fill('球'.repeat(101))
    await expect.element(page.getByText('101/100')).toBeVisible()
    await expect.element(send()).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    expect(transport.sent).toEqual([])
    await expect.element(box()).toHaveValue('球'.repeat(101))
  })

  it('renders typed markup as text', async () => {
    await openRoomPage(quiet)
    const evil = '<img src=x onerror="window.__owned=1">'
    await box().fill(evil)
    await userEvent.keyboard('{Enter}')
    await frames(2)
    expect(rows('pending')[0]?.textContent).toBe(`我：${evil}`)
    expect('__owned' in window).toBe(false)
  })
})

describe('refusals', () => {
  it('shows the reason and the time, keeps the text, and is cleared when the time is over', async () => {
    await openRoomPage(quiet)
    transport.onSay = async () => failure(40002, '发送过于频繁，请稍后再试', { details: { until: NOON + 5_000 } })
    await box().fill('快快快')
    await send().click()
    await expect.element(page.getByText('发送过于频繁，请稍后再试，剩余 5 秒')).toBeVisible()
    await expect.element(box()).toHaveValue('快快快')
    expect(rows('failed')[0]?.textContent).toContain('发送失败')
    await expect.element(page.getByRole('button', { name: '5 秒' })).toBeDisabled()

    transport.now = NOON + 5_100
    await expect.element(send()).toBeEnabled()
    transport.onSay = async ({ cid }) => {
      transport.send(mine(9, cid, '快快快'))
      return success({ id: 'e9', seq: 9 })
    }
    await send().click()
    await frames(4)
    expect(rows('failed')).toEqual([])
    expect(rows('confirmed')).toHaveLength(1)
  })

  it('does not overwrite the next message with a refused one', async () => {
    await openRoomPage(quiet)
    let refuse: (refusal: ReturnType<typeof failure>) => void = () => {}
    transport.onSay = () => new Promise((resolve) => (refuse = resolve))
    await box().fill('第一句')
    await userEvent.keyboard('{Enter}')
    await box().fill('第二句')
    refuse(failure(40003, '消息包含屏蔽词，请修改后发送'))
    await expect.element(page.getByText('消息包含屏蔽词，请修改后发送')).toBeVisible()
    await expect.element(box()).toHaveValue('第二句')
  })

  it('returns the text without the reply when the reply target was deleted', async () => {
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await page.getByRole('button', { name: '回复' }).click()
    transport.onSay = async () => failure(CODES.NOT_FOUND, '要回复的消息已删除')
    await box().fill('说话算话')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('要回复的消息已删除')).toBeVisible()
    await expect.element(box()).toHaveValue('说话算话')
    transport.onSay = () => new Promise(() => {})
    await userEvent.keyboard('{Enter}')
    await frames(2)
    expect(transport.sent.at(-1)).toMatchObject({ text: '说话算话' })
    expect(transport.sent.at(-1)).not.toHaveProperty('replyTo')
    expect(rows('failed')).toEqual([])
  })

  it('keeps the reply of a refused message', async () => {
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await page.getByRole('button', { name: '回复' }).click()
    transport.onSay = async () => failure(CODES.CHAT_WORD_BLOCKED, '有不能说的词')
    await box().fill('说话算话')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('有不能说的词')).toBeVisible()
    await expect.element(page.getByText('回复 一只企鹅：这球要是进了，我请整排喝汽水')).toBeVisible()
    await box().fill('说到做到')
    await userEvent.keyboard('{Enter}')
    expect(transport.sent.at(-1)).toMatchObject({ text: '说到做到', replyTo: 'e18' })
  })

  it('is cleared at once when the mute or the rule is lifted', async () => {
    await openRoomPage(quiet)
    const until = NOON + 7 * 86_400_000
    transport.onSay = async () => failure(CODES.CHAT_MUTED, '禁言中', { details: { until } })
    await box().fill('再来一句')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('禁言中')).toBeVisible()
    transport.send(batch([], { lastSeq: 1, ownMute: { until, reason: '刷屏' } }))
    await expect.element(page.getByText('你已被禁言：刷屏')).toBeVisible()
    transport.send(batch([], { lastSeq: 2, ownMute: { until: null, reason: '' } }))
    await expect.element(send()).toBeEnabled()
    transport.onSay = async () => failure(CODES.CHAT_TOO_FAST, '慢速模式：每人每 60 秒一条', { details: { until } })
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('慢速模式：每人每 60 秒一条')).toBeVisible()
    const setup = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
    transport.send(batch([], { lastSeq: 3, changes: [change('setup', setup)] }))
    await expect.element(send()).toBeEnabled()
  })

  it('retries a lost message with the same cid', async () => {
    await openRoomPage(quiet)
    transport.onSay = async () => failure(-4, '网络异常')
    await box().fill('有没有人')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: '重发' })).toBeVisible()
    await expect.element(box()).toHaveValue('')
    transport.onSay = () => new Promise(() => {})
    await page.getByRole('button', { name: '重发' }).click()
    await frames(2)
    expect(transport.sent.map(({ cid }) => cid)).toEqual([transport.sent[0]?.cid, transport.sent[0]?.cid])
    expect(rows('pending')).toHaveLength(1)
    transport.send(mine(4, transport.sent[0]!.cid, '有没有人'))
    await frames(3)
    expect([rows('pending').length, rows('failed').length, rows('confirmed').length]).toEqual([0, 0, 1])
  })

  it('removes a dismissed message', async () => {
    await openRoomPage(quiet)
    transport.onSay = async () => failure(-4, '网络异常')
    await box().fill('有没有人')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: '删除' }).click()
    await frames(2)
    expect(rows('failed')).toHaveLength(0)
    expect(transport.sent).toHaveLength(1)
  })

  it('shows a mute with its reason and end, and keeps the text', async () => {
    await openRoomPage(quiet)
    await box().fill('还想说')
    transport.send(batch([], { lastSeq: 1, ownMute: { until: NOON + 600_000, reason: '刷屏' } }))
    await expect.element(page.getByText('你已被禁言：刷屏，10 分钟后恢复')).toBeVisible()
    await expect.element(box()).toHaveValue('还想说')
    transport.send(batch([], { lastSeq: 2, ownMute: { until: null, reason: '' } }))
    await expect.element(send()).toBeEnabled()
  })

  it('applies the rules of the room: slow mode, VIP level, mute of all', async () => {
    const rules = { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
    await openRoomPage(quiet)
    transport.send(batch([], { lastSeq: 1, changes: [change('setup', { ...rules, minVipLevel: 5 })] }))
    await expect.element(page.getByText('VIP 5 以上可发言')).toBeVisible()
    transport.send(batch([], { lastSeq: 2, changes: [change('setup', { ...rules, muteAll: true })] }))
    await expect.element(page.getByText('房管已开启全员禁言')).toBeVisible()
    transport.send(batch([], { lastSeq: 3, changes: [change('setup', { ...rules, slowModeSeconds: 10 })] }))
    transport.onSay = async () => success({ id: 'e4', seq: 4 })
    await box().fill('一句')
    await send().click()
    await expect.element(page.getByText('慢速模式：每人每 10 秒一条')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '10 秒' })).toBeDisabled()
  })

  it('counts slow mode from the ack, not from sending', async () => {
    await openRoomPage(quiet)
    transport.send(
      batch([], {
        lastSeq: 1,
        changes: [change('setup', { slowModeSeconds: 10, minVipLevel: 0, muteAll: false, welcomeText: '' })],
      }),
    )
    transport.onSay = async () => {
      // delay of a slow network
      transport.now = NOON + 2_500
      return success({ id: 'e4', seq: 4 })
    }
    await box().fill('一句')
    await send().click()
    await expect.element(page.getByRole('button', { name: '10 秒' })).toBeDisabled()
    transport.now = NOON + 10_600
    await expect.element(page.getByRole('button', { name: '2 秒' })).toBeDisabled()
    transport.now = NOON + 12_600
    await expect.element(send()).toBeEnabled()
  })

  it('does not apply those rules to an administrator', async () => {
    const setup = { slowModeSeconds: 10, minVipLevel: 9, muteAll: true, welcomeText: '' }
    await openRoomPage({ messages: [], snapshot: { ...ROOM, admins: [MEMBER.userId], setup } })
    await expect.element(send()).toBeEnabled()
  })
})

describe('visitors', () => {
  it('S6.2 S6.12 can read and get a sign-in link that returns to the room', async () => {
    await openRoomPage({ isMember: false })
    const link = page.getByRole('link', { name: '登录后参与聊天' })
    await expect.element(link).toHaveAttribute('href', '/login?fromPage=%2Fapp%2Flive%2Feid-1')
    expect(document.querySelectorAll('[role="log"] [data-id]').length).toBeGreaterThan(5)
  })

  it('keep the feed and get the composer when they sign in', async () => {
    await openRoomPage({ isMember: false })
    const before = document.querySelectorAll('[role="log"] [data-id]').length
    store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 1 })
    await expect.element(box()).toBeVisible()
    expect(document.querySelectorAll('[role="log"] [data-id]')).toHaveLength(before)
  })

  it('get their draft back after signing in', async () => {
    await openRoomPage(quiet)
    await box().fill('写到一半')
    await frames(2)
    const draft = sessionStorage.getItem('draft:room-1') ?? ''
    closeRoom()
    sessionStorage.setItem('draft:room-1', draft)
    await openRoomPage(quiet)
    await expect.element(box()).toHaveValue('写到一半')
  })
})

describe('replies and filters', () => {
  it('replies to a message from the tools of its row', async () => {
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await page.getByRole('button', { name: '回复' }).click()
    await expect.element(page.getByText('回复 一只企鹅：这球要是进了，我请整排喝汽水')).toBeVisible()
    await box().fill('说话算话')
    await userEvent.keyboard('{Enter}')
    expect(transport.sent[0]).toMatchObject({ text: '说话算话', replyTo: 'e18' })
  })

  it('S4.32 clears the reply target when the message is deleted', async () => {
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await page.getByRole('button', { name: '回复' }).click()
    await expect.element(page.getByText('回复 一只企鹅：这球要是进了，我请整排喝汽水')).toBeVisible()
    transport.send(batch([], { lastSeq: 900, patches: [{ type: 'delete', ids: ['e18'], seq: 900 }] }))
    await expect.element(page.getByText('回复 一只企鹅')).not.toBeInTheDocument()
    await box().fill('说话算话')
    await userEvent.keyboard('{Enter}')
    expect(transport.sent.at(-1)).not.toHaveProperty('replyTo')
  })

  it('clears the reply target in another room', async () => {
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await page.getByRole('button', { name: '回复' }).click()
    await expect.element(page.getByText('回复 一只企鹅')).toBeVisible()
    store.set(feedAtom, (feed) => roomOpened(feed, 'another-room'))
    await expect.element(page.getByText('回复 一只企鹅')).not.toBeInTheDocument()
  })

  it('S9.24 S6.11 shows only gifts, only high levels, and all messages again', async () => {
    await openRoomPage()
    const kinds = () =>
      [...document.querySelectorAll<HTMLElement>('[role="log"] [data-id]')].map((row) => row.dataset['kind'])
    await page.getByRole('button', { name: '筛选消息' }).click()
    await page.getByRole('menuitem', { name: '只看礼物' }).click()
    await vi.waitFor(() => expect(new Set(kinds())).toEqual(new Set(['system', 'gift'])))
    await page.getByRole('button', { name: '筛选消息' }).click()
    await page.getByRole('menuitem', { name: '只看高等级' }).click()
    await vi.waitFor(() => expect(document.querySelector('[data-id="e17"]')).not.toBeNull())
    expect(document.querySelector('[data-id="e18"]')).toBeNull()
    await page.getByRole('button', { name: '筛选消息' }).click()
    await page.getByRole('menuitem', { name: '全部消息' }).click()
    await vi.waitFor(() => expect(document.querySelector('[data-id="e18"]')).not.toBeNull())
  })
})
