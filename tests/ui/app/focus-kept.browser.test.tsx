import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { GALLERY_NOW } from '#gallery/fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { closeHome, openHome, serveHome } from '../support/open-home.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const box = () => page.getByRole('textbox', { name: '说点什么' })

describe('the focus after a control of a room disappears on a press', () => {
  afterEach(() => closeRoom())

  it('moves from 自定 to the field that replaces it', async () => {
    await openRoomPage({ messages: [] })
    await press('围巾 10 金币').click()
    await press('自定义').click()
    await expect.element(page.getByRole('textbox', { name: '自定义数量' })).toHaveFocus()
  })

  it.each(['Escape', 'its button'])('moves to the gifts of a desktop, and back on %s', async (way) => {
    await openRoomPage({ messages: [] })
    const opener = press('礼物')
    expect(opener.element().hasAttribute('aria-haspopup')).toBe(false)
    ;(opener.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const panel = page.getByRole('region', { name: /战鼓|围巾|金币/ })
    await expect.element(panel).toHaveFocus()
    await (way === 'Escape' ? userEvent.keyboard('{Escape}') : panel.getByRole('button', { name: '关闭' }).click())
    await expect.element(opener).toHaveFocus()
  })

  it('stays on the gift button of a phone, which announces a dialog', async () => {
    await openRoomPage({ messages: [], width: 390, height: 844 })
    await expect.element(press('礼物')).toHaveAttribute('aria-haspopup', 'dialog')
  })

  it('moves from a sticker to the composer', async () => {
    await openRoomPage({ messages: [] })
    await press('表情和贴图').click()
    await page.getByRole('tab', { name: '贴图' }).click()
    await press('发送贴图 进球').click()
    await expect.element(box()).toHaveFocus()
  })

  it('moves from the cancelled reply to the composer', async () => {
    await openRoomPage()
    await userEvent.hover(document.querySelector<HTMLElement>('[data-id="e18"]')!)
    await press('回复').click()
    await press('取消回复').click()
    await expect.element(box()).toHaveFocus()
  })

  it('moves from 重发 to the list', async () => {
    await openRoomPage({ messages: [] })
    transport.onSay = async () => failure(-4, '网络异常')
    await box().fill('有没有人')
    await userEvent.keyboard('{Enter}')
    transport.onSay = () => new Promise(() => {})
    await press('重发').click()
    await expect.element(page.getByRole('log')).toHaveFocus()
  })
})

describe('the focus after a control of the home screen disappears on a press', () => {
  afterEach(() => closeHome())

  it('moves from a removed room to its neighbour, or to the page after the last one', async () => {
    serveHome()
    const visit = (eid: string) => ({ eid, kind: 'football' as const, title: `场 ${eid}`, visitedAt: GALLERY_NOW })
    transport.responses['visit.list'] = () => success({ list: ['一', '二'].map(visit) })
    transport.responses['visit.remove'] = () => success({})
    await openHome({ isMember: true })
    await press('从最近观看中移除：场 一').click()
    await expect.element(press('从最近观看中移除：场 二')).toHaveFocus()
    // as in the shell
    page.getByRole('main').element().setAttribute('tabindex', '-1')
    await press('从最近观看中移除：场 二').click()
    await expect.element(page.getByRole('main')).toHaveFocus()
  })
})
