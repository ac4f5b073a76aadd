import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { replyAtom } from '#features/chat/composer/reply.ts'
import { failure, success } from '#protocol/result.ts'
import { store } from '#state/store.ts'
import { pendingSendsAtom } from '#state/feed/feed-atoms.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { closeRoom, enterRoom, goTo, openRoomPage } from '#tests/ui/support/open-room.tsx'

afterEach(() => closeRoom())

const box = () => page.getByRole('textbox', { name: '说点什么' })
const failed = () => page.getByRole('log').element().querySelectorAll('[data-state="failed"]')

async function say(text: string): Promise<void> {
  await box().fill(text)
  await userEvent.keyboard('{Enter}')
}

/** Unmounts the page and mounts another one with the same session storage. */
async function loadAnew(options = {}): Promise<void> {
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
  const stored = keys.map((key) => [key, sessionStorage.getItem(key) ?? ''] as const)
  closeRoom()
  store.set(replyAtom, null)
  for (const [key, value] of stored) sessionStorage.setItem(key, value)
  await openRoomPage(options)
}

it('unsent messages are restored after a reload, and 重发 sends each once', async () => {
  await openRoomPage()
  transport.onSay = async () => failure(-4, '网络异常')
  await say('还在吗')
  await expect.poll(() => failed().length).toBe(1)
  transport.onSay = () => new Promise(() => undefined)
  await say('这球进了')
  await expect.poll(() => transport.sent.length).toBe(2)
  const cids = transport.sent.map(({ cid }) => cid)
  expect(transport.sent.some(({ isAgain }) => isAgain === true)).toBe(false)

  await loadAnew()
  await expect
    .poll(() => [...failed()].map((line) => line.textContent))
    .toEqual([expect.stringContaining('还在吗'), expect.stringContaining('这球进了')])
  transport.onSay = async () => success({ id: 'e900', seq: 900 })
  await page.getByRole('button', { name: '重发' }).last().click()
  // The request is marked as a repetition, so the server also looks in the database.
  await expect
    .poll(() => transport.sent.map(({ cid, text, isAgain }) => [cid, text, isAgain]))
    .toEqual([[cids[1], '这球进了', true]])
  await page.getByRole('button', { name: '删除' }).click()

  await loadAnew()
  expect(failed()).toHaveLength(0)
})

it('unsent messages are restored after another screen, except those sent meanwhile', async () => {
  await openRoomPage()
  transport.onSay = async () => failure(-4, '网络异常')
  await say('还在吗')
  await expect.poll(() => failed().length).toBe(1)
  let respond: () => void = () => undefined
  transport.onSay = () => new Promise((resolve) => (respond = () => resolve(success({ id: 'e900', seq: 900 }))))
  await say('这球进了')
  await expect.poll(() => transport.sent.length).toBe(2)

  await goTo('/app/news')
  await expect.element(page.getByText('别的页面')).toBeVisible()
  const onTheWay = store.get(pendingSendsAtom)
  respond()
  await expect.poll(() => store.get(pendingSendsAtom)).toBe(onTheWay - 1)
  await goTo('/app/live/eid-1')
  await enterRoom()
  await expect.poll(() => [...failed()].map((line) => line.textContent)).toEqual([expect.stringContaining('还在吗')])

  // They are restored in their room only, and once.
  await page.getByRole('button', { name: '删除' }).click()
  await goTo('/app/news')
  await goTo('/app/live/eid-1')
  await enterRoom()
  expect(failed()).toHaveLength(0)
})

it('unsent messages are not shown to another member', async () => {
  await openRoomPage()
  transport.onSay = async () => failure(-4, '网络异常')
  await say('还在吗')
  await expect.poll(() => failed().length).toBe(1)
  await loadAnew({ isMember: false })
  expect(failed()).toHaveLength(0)
})

it('the reply target of a draft is restored after a reload', async () => {
  await openRoomPage()
  await userEvent.hover(page.getByRole('tablist', { name: '观看内容' }))
  await userEvent.hover(document.querySelector('[role="log"] [data-id="e18"]')!)
  await page.getByRole('button', { name: '回复' }).first().click()
  await box().fill('我也请')
  await loadAnew()
  await expect.element(page.getByRole('button', { name: '取消回复' })).toBeVisible()
  await expect.element(box()).toHaveValue('我也请')
  expect(document.activeElement).not.toBe(box().element())
  await page.getByRole('button', { name: '取消回复' }).click()
  await loadAnew()
  expect(page.getByRole('button', { name: '取消回复' }).elements()).toEqual([])
})
