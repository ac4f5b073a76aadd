import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { author, batch, NOON, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER, ROOM } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

const asAdmin = { snapshot: { ...ROOM, admins: [MEMBER.userId, 'u-房管阿岩'] } }
const row = (id: string) => document.querySelector<HTMLElement>(`[role="log"] [data-id="${id}"]`)
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const lastCall = () => transport.calls.at(-1)

async function openMenu(id: string): Promise<void> {
  // Moves the pointer away first, because a pointer that is already there triggers no hover.
  await userEvent.hover(page.getByRole('tablist', { name: '观看内容' }))
  await userEvent.hover(row(id)!)
  await page.getByRole('button', { name: '更多' }).click()
}

async function openAdmin(name: string): Promise<void> {
  await press('房管')
  await item(name).click()
}

describe('S6.7 administration from a row', () => {
  it('deletes, deletes all and mutes with two presses', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.operation'] = () => success({})
    transport.responses['chatroom.mute'] = () => success({ until: NOON + 600_000 })
    await openMenu('e18')
    await item('删除消息').click()
    expect(lastCall()).toMatchObject({
      name: 'chatroom.operation',
      params: { chatRoomNo: 'room-1', type: 'delete', ids: ['e18'] },
    })
    await expect.element(page.getByText('已删除', { exact: true })).toBeVisible()
    await openMenu('e18')
    await item('删除 TA 的全部消息').click()
    expect(lastCall()).toMatchObject({ params: { type: 'delete-all', userId: 'u-一只企鹅' } })
    await openMenu('e18')
    await item('禁言 10 分钟').click()
    expect(lastCall()).toMatchObject({
      name: 'chatroom.mute',
      params: { userId: 'u-一只企鹅', minutes: 10, reason: '刷屏' },
    })
    await expect.element(page.getByText('一只企鹅 已被禁言 10 分钟')).toBeVisible()
  })

  it('does the same by keyboard', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.operation'] = () => success({})
    document.querySelector<HTMLElement>('[role="log"]')!.focus()
    await userEvent.keyboard('{ArrowUp}')
    const id = document.activeElement?.getAttribute('data-id')
    await userEvent.keyboard('{Enter}')
    await expect.element(item('删除消息')).toBeVisible()
    await userEvent.keyboard('删')
    for (let presses = 0; presses < 10; presses += 1) {
      if (document.activeElement?.textContent === '删除消息') break
      await userEvent.keyboard('{ArrowDown}')
    }
    await userEvent.keyboard('{Enter}')
    expect(lastCall()).toMatchObject({ params: { type: 'delete', ids: [id] } })
  })

  it('mutes for a selected time and reason, also permanently, and requires a note for another reason', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.mute'] = () => success({ until: NOON })
    transport.responses['chatroom.operation'] = () => success({})
    await openMenu('e18')
    await item('禁言…').click()
    for (const time of ['10 分钟', '1 小时', '1 天', '7 天', '永久']) {
      await expect.element(page.getByRole('radio', { name: time, exact: true })).toBeInTheDocument()
    }
    await page.getByText('永久', { exact: true }).click()
    await page.getByText('其他', { exact: true }).click()
    await press('禁言')
    await expect.element(page.getByText('请填写原因，对方会看到')).toBeVisible()
    await page.getByRole('textbox', { name: '填写原因，对方会看到' }).fill('冒充官方')
    await page.getByText('同时删除 TA 的全部消息').click()
    await press('禁言')
    await expect.element(page.getByText('一只企鹅 已被永久禁言')).toBeVisible()
    const names = transport.calls.filter(({ name }) => name.startsWith('chatroom.')).map(({ params }) => params)
    expect(names.slice(-2)).toMatchObject([
      { userId: 'u-一只企鹅', minutes: null, reason: '冒充官方' },
      { type: 'delete-all', userId: 'u-一只企鹅' },
    ])
    await expect.element(page.getByRole('dialog', { name: '禁言 一只企鹅' })).not.toBeInTheDocument()
  })

  it('does not offer to mute an administrator or oneself, and shows why an action was refused', async () => {
    const rows = [
      textRow(1, '大家文明观赛', { author: author('房管阿岩', 3) }),
      textRow(2, '我说的', { isMine: true, author: author('坐后排', 2) }),
    ]
    await openRoomPage({ ...asAdmin, messages: [batch(rows)] })
    const names = () =>
      page
        .getByRole('menuitem')
        .elements()
        .map((element) => element.textContent)
    await openMenu('e1')
    expect(names()).toEqual(['回复', '@TA', '复制', '屏蔽用户', '举报', '删除消息', '置顶消息'])
    await userEvent.keyboard('{Escape}')
    await openMenu('e2')
    await vi.waitFor(() => expect(names()).toEqual(['复制', '删除消息', '置顶消息']))
    transport.responses['chatroom.operation'] = () => failure(40008, '仅房管可以操作')
    await item('删除消息').click()
    await expect.element(page.getByText('操作失败：仅房管可以操作')).toBeVisible()
  })
})

describe('S6.7 administration of the room', () => {
  it('is for administrators only', async () => {
    await openRoomPage()
    expect(page.getByRole('button', { name: '房管', exact: true }).query()).toBeNull()
  })

  it('sends only changed settings and terms', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.words'] = () => success({ words: ['比分网'] })
    transport.responses['chatroom.setup'] = () => success({ setup: { ...ROOM.setup, slowModeSeconds: 5 } })
    transport.responses['chatroom.setWords'] = ({ added = [] }) => success({ words: ['比分网', ...added] })
    await openAdmin('聊天室设置')
    await expect.element(page.getByRole('button', { name: '保存' })).toBeDisabled()
    await page.getByText('5 秒', { exact: true }).click()
    await page.getByText('VIP 3', { exact: true }).click()
    await page.getByRole('switch', { name: '全员禁言' }).click()
    const words = page.getByRole('textbox', { name: '屏蔽词' })
    await expect.element(words).toHaveValue('比分网')
    await words.fill('比分网\n\n  假球 ')
    await press('保存')
    await expect.element(page.getByText('设置已生效')).toBeVisible()
    expect(transport.calls.filter(({ name }) => /setup|setWords/.test(name)).map(({ params }) => params)).toEqual([
      { chatRoomNo: 'room-1', setup: { slowModeSeconds: 5, minVipLevel: 3, muteAll: true } },
      { chatRoomNo: 'room-1', added: ['假球'], removed: [] },
    ])
  })

  it('S6.7 does not send a setting that was changed and reverted', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.words'] = () => success({ words: ['比分网'] })
    transport.responses['chatroom.setup'] = () => success({ setup: { ...ROOM.setup, minVipLevel: 3 } })
    await openAdmin('聊天室设置')
    const save = page.getByRole('button', { name: '保存' })
    const muteAll = page.getByRole('switch', { name: '全员禁言' })
    await muteAll.click()
    await expect.element(save).toBeEnabled()
    await muteAll.click()
    await expect.element(save).toBeDisabled()
    const words = page.getByRole('textbox', { name: '屏蔽词' })
    await words.fill('比分网\n假球')
    await expect.element(save).toBeEnabled()
    await words.fill(' 比分网\n')
    await expect.element(save).toBeDisabled()
    await page.getByText('VIP 3', { exact: true }).click()
    await press('保存')
    await expect.element(page.getByText('设置已生效')).toBeVisible()
    expect(transport.calls.filter(({ name }) => /setup|setWords/.test(name)).map(({ params }) => params)).toEqual([
      { chatRoomNo: 'room-1', setup: { minVipLevel: 3 } },
    ])
  })

  it('S6.7 sends only the added and removed terms, which the server merges', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.words'] = () => success({ words: ['比分网', '假球'] })
    transport.responses['chatroom.setWords'] = () => success({ words: ['比分网', '代打', '加群'] })
    await openAdmin('聊天室设置')
    const box = page.getByRole('textbox', { name: '屏蔽词' })
    await expect.element(box).toHaveValue('比分网\n假球')
    await box.fill('比分网\n加群')
    await press('保存')
    await expect.element(page.getByText('设置已生效')).toBeVisible()
    expect(transport.calls.filter(({ name }) => /setup|setWords/.test(name)).map(({ params }) => params)).toEqual([
      { chatRoomNo: 'room-1', added: ['加群'], removed: ['假球'] },
    ])
  })

  it('shows muted members with reason and administrator, and unmutes', async () => {
    await openRoomPage(asAdmin)
    let list = [{ userId: 'u9', memberName: '刷屏的人', until: NOON + 600_000, reason: '刷屏', byName: '房管阿岩' }]
    transport.responses['chatroom.muteList'] = () => success({ list })
    transport.responses['chatroom.unblock'] = () => {
      list = []
      return success({})
    }
    await openAdmin('禁言名单')
    await expect.element(page.getByText('今晚 20:10 解除 · 刷屏')).toBeVisible()
    await press('解除')
    await expect.element(page.getByText('没有被禁言的用户')).toBeVisible()
    await expect.element(page.getByText('已解除 刷屏的人 的禁言')).toBeVisible()
  })

  it('shows reports and the audit log as text', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.reports'] = () =>
      success({
        list: [
          {
            id: 'e18',
            userId: 'u3',
            memberName: '一只企鹅',
            text: '<b>骂人</b>',
            at: NOON,
            count: 3,
            reason: 'abuse',
            note: '点名',
          },
        ],
      })
    transport.responses['chatroom.audit'] = () =>
      success({
        list: [
          {
            id: '1',
            at: NOON,
            byName: '房管阿岩',
            action: 'mute',
            memberName: '刷屏的人',
            count: null,
            text: '刷屏',
            until: NOON + 600_000,
          },
        ],
      })
    await openAdmin('举报')
    await expect.element(page.getByText('<b>骂人</b>')).toBeVisible()
    await expect.element(page.getByText('今晚 20:00 · 3 人举报 · 辱骂：点名')).toBeVisible()
    await press('关闭')
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
    await openAdmin('操作记录')
    await expect.element(page.getByText('禁言 刷屏的人（今晚 20:10 解除）：刷屏')).toBeVisible()
    await expect.element(page.getByText('今晚 20:00 · 房管阿岩')).toBeVisible()
  })

  it('pins and unpins a text', async () => {
    await openRoomPage(asAdmin)
    transport.responses['chatroom.operation'] = () => success({})
    await openAdmin('发布置顶')
    await expect.element(page.getByRole('textbox', { name: '置顶内容' })).toHaveFocus()
    await page.getByRole('textbox', { name: '置顶内容' }).fill('中场休息抽奖')
    await press('置顶')
    expect(lastCall()).toMatchObject({ params: { type: 'pin', text: '中场休息抽奖' } })
    await frames(2)
    await openAdmin('取消置顶')
    expect(lastCall()).toMatchObject({ params: { type: 'pin', text: null } })
  })

  it('is available on a phone', async () => {
    await openRoomPage({ ...asAdmin, width: 390, height: 844 })
    await openAdmin('禁言名单')
    await expect.element(page.getByRole('dialog', { name: '禁言名单' })).toBeVisible()
  })
})
