import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { STICKERS, stickerPath } from '#protocol/rules/stickers.ts'
import { PERMANENT_MUTE_END } from '#protocol/rules/speaking.ts'
import type { FeedRowOf } from '#protocol/worker/feed.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, NOON, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

const box = () => page.getByRole('textbox', { name: '说点什么' })
const quiet = { messages: [] }
const openPanel = () => page.getByRole('button', { name: '表情和贴图' }).click()

function sticker(seq: number, id: string, more: Partial<FeedRowOf<'image'>> = {}): FeedRowOf<'image'> {
  const { kind: _kind, data: _data, ...row } = textRow(seq)
  return { ...row, kind: 'image', data: { sticker: id, alt: '进球' }, ...more }
}

describe('input history', () => {
  it('shows earlier texts of this visit in an empty box, and does not replace a draft', async () => {
    await openRoomPage(quiet)
    transport.onSay = async () => success({ id: 'e1', seq: 1 })
    for (const text of ['第一句', '第二句']) {
      await box().fill(text)
      await userEvent.keyboard('{Enter}')
      await frames(2)
    }
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box()).toHaveValue('第二句')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(box()).toHaveValue('第一句')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(box()).toHaveValue('第二句')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(box()).toHaveValue('')
    await userEvent.keyboard('{ArrowUp}改')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box()).toHaveValue('第二句改')
  })

  it('hides the texts of one member from the next member of the page', async () => {
    await openRoomPage(quiet)
    transport.onSay = async () => success({ id: 'e1', seq: 1 })
    await box().fill('只有我知道')
    await userEvent.keyboard('{Enter}')
    await expect.element(box()).toHaveValue('')
    store.set(sessionAtom, { member: { ...MEMBER, userId: 'u-next' }, expireAt: NOON + 3_600_000 })
    await frames(2)
    await box().click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box()).toHaveValue('')
    await box().fill('下一个人说的')
    await userEvent.keyboard('{Enter}')
    await expect.element(box()).toHaveValue('')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(box()).toHaveValue('下一个人说的')
  })
})

describe('emoji', () => {
  it('are found by Chinese keywords and inserted at the caret', async () => {
    await openRoomPage(quiet)
    await box().fill('好球啊')
    ;(box().element() as HTMLInputElement).setSelectionRange(2, 2)
    await openPanel()
    await page.getByRole('searchbox', { name: '搜索表情，例如 开心、进球' }).fill('鼓掌')
    await page.getByRole('button', { name: '鼓掌' }).click()
    await expect.element(box()).toHaveValue('好球👏啊')
    await page.getByRole('searchbox', { name: '搜索表情，例如 开心、进球' }).fill('没有这种东西')
    await expect.element(page.getByText('没有找到表情')).toBeVisible()
  })

  it('have one tab stop and arrow keys, and Escape returns to the box', async () => {
    await openRoomPage(quiet)
    await openPanel()
    await page.getByRole('searchbox', { name: '搜索表情，例如 开心、进球' }).click()
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement).toBe(document.querySelector('[data-composer-panel] fieldset button'))
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(box()).toHaveValue(document.activeElement?.textContent ?? '')
    const first = document.activeElement as HTMLElement
    await userEvent.keyboard('{ArrowDown}')
    expect((document.activeElement as HTMLElement).offsetTop).toBeGreaterThan(first.offsetTop)
    expect((document.activeElement as HTMLElement).offsetLeft).toBe(first.offsetLeft)
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(box().element())
    expect(document.querySelector('[data-composer-panel]')).toBeNull()
  })

  it('that were used last are first when the panel opens again', async () => {
    await openRoomPage(quiet)
    await openPanel()
    await page.getByRole('button', { name: '金牌' }).click()
    await page.getByRole('button', { name: '表情和贴图' }).click()
    await openPanel()
    await expect.element(page.getByRole('group', { name: '最近使用' })).toBeVisible()
    expect(page.getByRole('group', { name: '最近使用' }).element().textContent).toContain('🥇')
  })
})

describe('stickers', () => {
  it('are at least twelve, each with a picture', async () => {
    expect(STICKERS.length).toBeGreaterThanOrEqual(12)
    for (const { id } of STICKERS) {
      const response = await fetch(stickerPath(id) ?? '')
      expect(response.ok).toBe(true)
      expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 64 64">/)
    }
  })

  it('are sent by one press, shown at once, and as a picture with alt text once in the log', async () => {
    await openRoomPage(quiet)
    await openPanel()
    await page.getByRole('tab', { name: '贴图' }).click()
    await page.getByRole('button', { name: '发送贴图 进球' }).click()
    expect(transport.sent[0]).toMatchObject({ text: '进球', sticker: 'goal' })
    await expect.element(page.getByRole('img', { name: '进球' })).toBeVisible()
    expect(document.querySelector('[data-state="pending"] img')).not.toBeNull()
    transport.send(batch([sticker(5, 'goal', { isMine: true, cid: transport.sent[0]!.cid })]))
    await frames(3)
    expect(document.querySelector('[data-state="pending"]')).toBeNull()
    const picture = document.querySelector<HTMLImageElement>('[data-kind="image"] img')
    expect(picture?.getAttribute('src')).toBe('/art/sticker-goal.svg')
    expect(picture?.alt).toBe('进球')
  })

  it('with an unknown id are shown as text', async () => {
    await openRoomPage(quiet)
    transport.send(batch([sticker(1, '../../../evil'), sticker(2, '__proto__')]))
    await frames(3)
    expect(document.querySelector('[data-kind="image"] img')).toBeNull()
    expect(document.querySelectorAll('[data-kind="image"]')[0]?.textContent).toContain('［进球］')
  })

  it('can be retried with 重发, under the same cid', async () => {
    await openRoomPage(quiet)
    transport.onSay = async () => failure(-4, '网络异常')
    await openPanel()
    await page.getByRole('tab', { name: '贴图' }).click()
    await page.getByRole('button', { name: '发送贴图 红牌' }).click()
    await page.getByRole('button', { name: '重发' }).click()
    await frames(2)
    expect(transport.sent.map(({ sticker: id }) => id)).toEqual(['red-card', 'red-card'])
    expect(transport.sent[0]?.cid).toBe(transport.sent[1]?.cid)
  })

  it('cannot be sent while sending is blocked', async () => {
    await openRoomPage(quiet)
    transport.send(batch([], { lastSeq: 1, ownMute: { until: PERMANENT_MUTE_END, reason: '广告' } }))
    await expect.element(page.getByText('你已被禁言：广告，解除前不能发言')).toBeVisible()
    await openPanel()
    await page.getByRole('tab', { name: '贴图' }).click()
    await expect.element(page.getByRole('button', { name: '发送贴图 进球' })).toBeDisabled()
    transport.send(batch([], { lastSeq: 2, ownMute: { until: NOON - 1, reason: '' } }))
    await expect.element(page.getByRole('button', { name: '发送贴图 进球' })).toBeEnabled()
  })

  it('do not clear the reply target', async () => {
    transport.onSay = () => new Promise(() => {})
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await page.getByRole('button', { name: '回复' }).click()
    await openPanel()
    await page.getByRole('tab', { name: '贴图' }).click()
    await page.getByRole('button', { name: '发送贴图 进球' }).click()
    expect(transport.sent.at(-1)).toMatchObject({ sticker: 'goal' })
    expect(transport.sent.at(-1)).not.toHaveProperty('replyTo')
    await expect.element(page.getByText('回复 一只企鹅：这球要是进了，我请整排喝汽水')).toBeVisible()
    await box().fill('说话算话')
    await userEvent.keyboard('{Enter}')
    expect(transport.sent.at(-1)).toMatchObject({ text: '说话算话', replyTo: 'e18' })
  })
})
