import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { startState } from '#state/start.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

afterEach(() => {
  closeRoom()
  store.set(sessionAtom, null)
})

const enter = (userId: string) => store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })
const box = page.getByRole('textbox', { name: '说点什么' })
const stopReply = page.getByRole('button', { name: '取消回复' })

/** A room with a reply target. The chat is remounted for another member, as in the product. */
async function replyToMessage(): Promise<void> {
  await startState()
  await openRoomPage()
  await userEvent.hover(page.getByRole('tablist', { name: '观看内容' }))
  await userEvent.hover(document.querySelector('[role="log"] [data-id="e18"]')!)
  await page.getByRole('button', { name: '回复' }).first().click()
  await expect.element(stopReply).toBeVisible()
}

it('the next member does not inherit the reply target', async () => {
  await replyToMessage()
  enter('u-b')
  await expect.poll(() => stopReply.elements()).toEqual([])
  await box.fill('大家好')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => transport.sent.map(({ text }) => text)).toEqual(['大家好'])
  expect(transport.sent[0]).not.toHaveProperty('replyTo')
})

it('a member who signs in again keeps the reply target; another member does not', async () => {
  await replyToMessage()
  for (const [userId, strips] of [
    [MEMBER.userId, 1],
    ['u-b', 0],
  ] as const) {
    store.set(sessionAtom, null)
    await expect.element(page.getByRole('link', { name: '登录后参与聊天' })).toBeVisible()
    enter(userId)
    await expect.element(box).toBeVisible()
    await expect.poll(() => stopReply.elements()).toHaveLength(strips)
  }
})

it.each([
  [MEMBER.userId, '我也请', 1],
  ['u-b', '', 0],
] as const)(
  'a message refused by the end of the session becomes the draft of its author: %s',
  async (next, text, strips) => {
    let refuse: (refusal: Failure) => void = () => undefined
    transport.onSay = () => new Promise((resolve) => (refuse = resolve))
    await replyToMessage()
    await box.fill('我也请')
    await userEvent.keyboard('{Enter}')
    await expect.element(box).toHaveValue('')
    store.set(sessionAtom, null)
    await expect.element(page.getByRole('link', { name: '登录后参与聊天' })).toBeVisible()
    refuse(failure(CODES.NEED_LOGIN, '请先登录'))
    await frames(2)
    enter(next)
    await expect.element(box).toHaveValue(text)
    await expect.poll(() => stopReply.elements()).toHaveLength(strips)
  },
)

it('a message refused after a change of member is in no composer and no draft', async () => {
  let refuse: (refusal: Failure) => void = () => undefined
  transport.onSay = () => new Promise((resolve) => (refuse = resolve))
  await replyToMessage()
  await box.fill('我也请')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => transport.sent).toHaveLength(1)
  enter('u-b')
  await frames(2)
  refuse(failure(CODES.LOGIN_ELSEWHERE_ERROR, '已在别处登录'))
  await frames(2)
  await expect.element(box).toHaveValue('')
  expect(sessionStorage.getItem('draft:room-1')).toBeNull()
})

/** The keys of unfinished input in this tab. */
const unfinished = () =>
  Object.keys(sessionStorage)
    .filter((key) => /^(?:draft|unsent):/.test(key))
    .toSorted()

/** Another tab signs out. The session of this one ends a moment later, and its composer is mounted until then. */
async function leaveInOtherTab(): Promise<void> {
  const received = new BroadcastChannel('grandstand-sign-out')
  const other = new BroadcastChannel('grandstand-sign-out')
  const isReceived = new Promise((resolve) => received.addEventListener('message', resolve, { once: true }))
  other.postMessage(MEMBER.userId)
  await isReceived
  other.close()
  received.close()
}

it('decision 195 a composer that is still mounted stores nothing after a sign-out in another tab', async () => {
  transport.onSay = async () => failure(-4, '网络异常')
  await replyToMessage()
  await box.fill('没发出去')
  await userEvent.keyboard('{Enter}')
  await box.fill('写到一半')
  await expect.poll(unfinished).toEqual(['draft:room-1', `unsent:room-1:${MEMBER.userId}`])
  await leaveInOtherTab()
  await expect.poll(unfinished).toEqual([])
  await box.fill('写到一半，还在写')
  await frames(2)
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(unfinished()).toEqual([])
  store.set(sessionAtom, null)
  await expect.element(page.getByRole('link', { name: '登录后参与聊天' })).toBeVisible()
  expect(unfinished()).toEqual([])
})

it('decision 195 a message that is refused after a deliberate sign-out is no draft', async () => {
  let refuse: (refusal: Failure) => void = () => undefined
  transport.onSay = () => new Promise((resolve) => (refuse = resolve))
  await replyToMessage()
  await box.fill('我也请')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => transport.sent).toHaveLength(1)
  await leaveInOtherTab()
  store.set(sessionAtom, null)
  await expect.element(page.getByRole('link', { name: '登录后参与聊天' })).toBeVisible()
  refuse(failure(CODES.NEED_LOGIN, '请先登录'))
  await frames(2)
  expect(unfinished()).toEqual([])
})

it('decision 195 the draft of a member who returns after a sign-out is stored again', async () => {
  await replyToMessage()
  await leaveInOtherTab()
  store.set(sessionAtom, null)
  enter(MEMBER.userId)
  await expect.element(box).toHaveValue('')
  await box.fill('又来了')
  await expect.poll(() => sessionStorage.getItem('draft:room-1')).toContain('又来了')
})
