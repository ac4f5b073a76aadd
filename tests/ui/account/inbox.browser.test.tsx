import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MessagePage } from '#app/pages/account/MessagePage.tsx'
import { MessagesPage } from '#app/pages/account/MessagesPage.tsx'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import type { InboxMessage } from '#protocol/endpoints/account/message.ts'
import type { InboxKind } from '#protocol/inbox-limits.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import type { MessageNew } from '#protocol/room/server-events.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { unreadMessagesAtom } from '#state/session/unread.ts'
import { announcementsAtom } from '#state/site/announcements.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, mountRoutes } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const ROUTES = [
  {
    element: <ShellLayout />,
    children: [
      { path: '/app/messages', Component: MessagesPage },
      { path: '/app/messages/:kind/:id', Component: MessagePage },
    ],
  },
]
const idOf = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`
const message = (place: number, kind: InboxKind = 'notice'): InboxMessage => ({
  id: idOf(place),
  kind,
  title: `第 ${place} 条`,
  content: '<img src=x onerror="document.title=1">',
  createTime: NOON - place * 60_000,
  isRead: false,
  isTop: false,
})

let mounted: MountedRoutes
/** Messages of the server, newest first. */
let stored: InboxMessage[] = []
const deleted = new Map<string, InboxMessage>()
const unread = () => ({
  public: 0,
  private: 0,
  notice: stored.filter(({ isRead }) => !isRead).length,
  until: transport.now,
})
const called = (name: string) => transport.calls.filter((one) => one.name === name).map(({ params }) => params)
const shown = () => [...document.querySelectorAll('[data-message]')].map((row) => row.getAttribute('data-message'))
const row = (place: number) => page.getByRole('link', { name: new RegExp(`第 ${place} 条`) })
const push = (change: Partial<MessageNew>) =>
  transport.notify({
    type: 'message',
    change: { isNew: false, id: '', kind: 'notice', title: '', at: transport.now, ...change },
  })

function take(ids: readonly string[]): string[] {
  for (const one of stored) if (ids.includes(one.id)) deleted.set(one.id, one)
  stored = stored.filter(({ id }) => !ids.includes(id))
  return [...ids]
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  transport.now = NOON
  transport.calls.length = 0
  stored = [1, 2, 3].map((place) => message(place))
  deleted.clear()
  transport.responses = {
    'site.announcements': () => success({ list: [] }),
    'message.unread': () => success(unread()),
    'noticeMessage.list': ({ pageNum, pageSize }) =>
      success({
        list: stored.slice((pageNum - 1) * pageSize, pageNum * pageSize),
        total: stored.length,
        pageNum,
        pageSize,
      }),
    'noticeMessage.detail': ({ id }) => {
      const found = stored.find((one) => one.id === id)
      return found ? success(found) : failureOf(CODES.NOT_FOUND)
    },
    'noticeMessage.read': ({ id }) => {
      stored = stored.map((one) => (one.id === id ? { ...one, isRead: true } : one))
      return success({})
    },
    'noticeMessage.delete': ({ id }) => (take([id]), success({})),
    'noticeMessage.sticky': () => success({}),
    'noticeMessage.oneKeyRead': () => {
      stored = stored.map((one) => ({ ...one, isRead: true }))
      return success({})
    },
    'noticeMessage.oneKeyDelete': () => (take(stored.map(({ id }) => id)), success({})),
    'message.deleteSeveral': ({ ids }) => success({ deleted: take(ids) }),
    'message.restore': ({ ids }) => {
      stored = [...stored, ...ids.flatMap((id) => deleted.get(id) ?? [])]
      return success({ restored: [...ids] })
    },
  }
  store.set(cachedResponsesAtom, new Map())
  store.set(announcementsAtom, { list: [], failure: null, isLoading: false })
  store.set(unreadMessagesAtom, unread())
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
})
afterEach(() => {
  mounted.unmount()
  store.set(sessionAtom, null)
})

const open = async (path = '/app/messages') => {
  mounted = mountRoutes(ROUTES, path)
  await vi.waitFor(() => expect(shown().length).toBeGreaterThan(0))
}
/** The number in bell, tab bar of a phone, title and list. */
async function expectCount(count: number) {
  await vi.waitFor(() => expect(document.title.startsWith(`(${count}) `)).toBe(true))
  await expect.element(page.getByRole('button', { name: `消息，${count} 条未读` })).toBeInTheDocument()
  await expect.element(page.getByRole('tab', { name: `通知 ${count}` })).toBeVisible()
}

describe('messages of a member', () => {
  it('S7.89 lists messages as text, with the same count in bell, page title and list', async () => {
    await open()
    expect(shown()).toEqual([1, 2, 3].map(idOf))
    await expectCount(3)
    await expect.element(page.getByText('<img src=x onerror="document.title=1">').first()).toBeVisible()
    expect(await findingsOfScreen()).toEqual([])
    await page.viewport(390, 844)
    await expect.element(page.getByRole('link', { name: /我的.*3 条未读消息/ })).toBeVisible()
  })

  it('S1.25 counts a publication once, and shows it on top', async () => {
    await open()
    await expectCount(3)
    const fresh = { ...message(0), createTime: NOON + 1 }
    stored = [fresh, ...stored]
    push({ isNew: true, id: fresh.id, title: fresh.title, at: NOON + 1 })
    push({ isNew: true, id: fresh.id, title: fresh.title, at: NOON + 1 })
    await expectCount(4)
    await vi.waitFor(() => expect(shown()[0]).toBe(fresh.id))
  })

  it('S1.25 counts a message that was committed after the numbers were read or requested', async () => {
    await open()
    await expectCount(3)
    const publish = (place: number) => {
      stored = [message(place), ...stored]
      push({ isNew: true, id: idOf(place), title: message(place).title, at: NOON - 1 })
    }
    publish(0)
    await expectCount(4)
    let answer = () => {}
    const early = unread()
    transport.responses['message.unread'] = () =>
      new Promise((resolve) => {
        answer = () => resolve(success(early))
      })
    const before = called('message.unread').length
    push({ isNew: false })
    await vi.waitFor(() => expect(called('message.unread').length).toBe(before + 1))
    transport.responses['message.unread'] = () => success(unread())
    publish(-1)
    answer()
    await expectCount(5)
  })

  it('S7.90 follows another tab that reads or deletes a message', async () => {
    await open()
    stored = stored.map((one) => (one.id === idOf(2) ? { ...one, isRead: true } : one))
    push({ id: idOf(2) })
    await expectCount(2)
    await vi.waitFor(() => expect(document.querySelectorAll('[data-message][data-unread]')).toHaveLength(2))
    take([idOf(3)])
    push({ id: idOf(3) })
    await vi.waitFor(() => expect(shown()).toEqual([1, 2].map(idOf)))
    await expectCount(1)
  })

  it('S7.90 keeps a changed message whose details cannot be read', async () => {
    await open()
    // The next page would bring a removed message back.
    transport.responses['noticeMessage.list'] = () => new Promise(() => undefined)
    transport.responses['noticeMessage.detail'] = ({ id }) =>
      failureOf(id === idOf(2) ? CODES.TIMEOUT : CODES.NOT_FOUND)
    push({ id: idOf(2) })
    push({ id: idOf(3) })
    await vi.waitFor(() => expect(shown()).not.toContain(idOf(3)))
    expect(shown()).toEqual([1, 2].map(idOf))
  })

  it('S7.91 deletes selected messages and takes the deletion back', async () => {
    await open()
    await page.getByRole('button', { name: '选择', exact: true }).click()
    await page.getByRole('checkbox', { name: '选择：第 1 条' }).click()
    await page.getByRole('checkbox', { name: '选择：第 3 条' }).click()
    await page.getByRole('button', { name: '删除 2 条' }).click()
    await vi.waitFor(() => expect(shown()).toEqual([idOf(2)]))
    expect(called('message.deleteSeveral')).toEqual([{ ids: [idOf(1), idOf(3)] }])
    await page.getByRole('button', { name: '撤销' }).click()
    await vi.waitFor(() => expect(shown()).toEqual([1, 2, 3].map(idOf)))
  })

  it('S7.92 S7.93 pins a message, reads all, and asks before it deletes all', async () => {
    await open()
    await page.getByRole('button', { name: '置顶：第 3 条' }).click()
    await vi.waitFor(() => expect(shown()).toEqual([3, 1, 2].map(idOf)))
    expect(called('noticeMessage.sticky')).toEqual([{ id: idOf(3), top: true }])
    await page.getByRole('button', { name: '全部已读' }).first().click()
    await vi.waitFor(() => expect(document.querySelectorAll('[data-message][data-unread]')).toHaveLength(0))
    await page.getByRole('button', { name: '清空' }).click()
    expect(called('noticeMessage.oneKeyDelete')).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: '清空' }).click()
    await expect.element(page.getByText('这里还没有消息')).toBeVisible()
  })

  it('S7.90 opens a message by its link and reads it; an unknown one is missing', async () => {
    mounted = mountRoutes(ROUTES, `/app/messages/notice/${idOf(2)}`)
    await expect.element(page.getByRole('heading', { name: '第 2 条' })).toBeVisible()
    await vi.waitFor(() => expect(called('noticeMessage.read')).toEqual([{ id: idOf(2) }]))
    expect(await findingsOfScreen()).toEqual([])
    await mounted.router.navigate(`/app/messages/notice/${idOf(9)}`)
    await expect.element(page.getByRole('heading', { name: '消息不存在' })).toBeVisible()
  })

  it('S3.11 leads to the link of a message, asks before another site, and never follows a script', async () => {
    stored = ['/app/vip', 'https://other.example/a', 'javascript:document.title=1'].map((jumpUrl, index) => ({
      ...message(index + 1),
      jumpUrl,
    }))
    mounted = mountRoutes(ROUTES, `/app/messages/notice/${idOf(1)}`)
    await expect.element(page.getByRole('main').getByRole('link', { name: '查看' })).toHaveAttribute('href', '/app/vip')
    await mounted.router.navigate(`/app/messages/notice/${idOf(2)}`)
    await page.getByRole('main').getByRole('button', { name: '查看' }).click()
    await expect.element(page.getByText(/other\.example/)).toBeVisible()
    await mounted.router.navigate(`/app/messages/notice/${idOf(3)}`)
    await expect.element(page.getByRole('heading', { name: '第 3 条' })).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('link', { name: '查看' })).not.toBeInTheDocument()
    expect(document.querySelector('[href^="javascript"]')).toBeNull()
  })

  it('S7.89 shows the messages of the last visit until the new response arrives', async () => {
    await open()
    await mounted.router.navigate(`/app/messages/notice/${idOf(2)}`)
    await expect.element(page.getByRole('heading', { name: '第 2 条' })).toBeVisible()
    const waiting: (() => void)[] = []
    const list = transport.responses['noticeMessage.list']
    transport.responses['noticeMessage.list'] = async (params) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return list?.(params) ?? failureOf(CODES.NOT_FOUND)
    }
    stored = [message(0), ...stored]
    await mounted.router.navigate('/app/messages')
    await expect.element(row(1)).toBeVisible()
    await vi.waitFor(() => expect(waiting.length).toBe(1))
    expect(shown()).toEqual([1, 2, 3].map(idOf))
    for (const respond of waiting) respond()
    await vi.waitFor(() => expect(shown()).toEqual([0, 1, 2, 3].map(idOf)))
  })

  it('S7.89 renders a screenful of 10,000 messages and loads the next page at the end', async () => {
    stored = Array.from({ length: 10_000 }, (_, index) => message(index + 1))
    await open()
    expect(shown().length).toBeLessThan(60)
    await expect.element(row(1)).toBeVisible()
    await vi.waitFor(() => {
      // The list grows while its rows are measured, so the end is further down than at first.
      window.scrollTo(0, document.documentElement.scrollHeight)
      expect(called('noticeMessage.list')).toContainEqual({ pageNum: 2, pageSize: 100 })
    })
    expect(shown().length).toBeLessThan(60)
  })
})
