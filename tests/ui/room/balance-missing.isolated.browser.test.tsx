import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { coinsAtom } from '#state/session/coins.ts'
import { sessionAtom } from '#state/session/session.ts'
import { startState } from '#state/start.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { closeRoom, enterRoom, showPage } from '../support/open-room.tsx'
import { MEMBER, serveRoom } from '../support/room-fixtures.ts'

const lost = () => failure(CODES.TIMEOUT, '请求超时')
const asked = () => transport.calls.filter(({ name }) => name === 'coin.balance').length
const missing = page.getByText('余额加载失败')

beforeAll(async () => {
  await startState()
})
afterEach(() => {
  closeRoom()
  store.set(sessionAtom, null)
})

/** Opens the gifts of a room as a member whose balance is not loaded. */
async function openWithoutBalance(): Promise<void> {
  store.set(sessionAtom, null)
  serveRoom()
  transport.responses['coin.balance'] = lost
  await showPage('/app/live/eid-1')
  store.set(coinsAtom, { confirmed: null, reserved: 0 })
  store.set(sessionAtom, { member: { ...MEMBER, userId: 'u-balance' }, expireAt: NOON + 3_600_000 })
  await enterRoom({ messages: [] })
  await page.getByRole('group', { name: '礼物', exact: true }).getByRole('button', { name: '战鼓 99 金币' }).click()
}

it('S7.112 shows that the balance could not be loaded, keeps 我的记录, and retries on 重试', async () => {
  await openWithoutBalance()
  await expect.element(missing).toBeVisible()
  await expect.element(page.getByRole('button', { name: '我的记录' })).toBeVisible()
  transport.responses['coin.balance'] = () => success({ balance: 300 })
  await page.getByRole('region', { name: '战鼓' }).getByRole('button', { name: '重试' }).click()
  await expect.element(page.getByText('送出后剩余 201')).toBeVisible()
  await expect.element(missing).not.toBeInTheDocument()
})

it('S7.112 retries only a failed balance on reconnect', async () => {
  await openWithoutBalance()
  await expect.element(missing).toBeVisible()
  transport.responses['coin.balance'] = () => success({ balance: 300 })
  transport.notify({ type: 'connection', state: 'recovering' })
  transport.notify({ type: 'connection', state: 'online' })
  await expect.element(page.getByText('送出后剩余 201')).toBeVisible()
  const before = asked()
  transport.notify({ type: 'connection', state: 'recovering' })
  transport.notify({ type: 'connection', state: 'online' })
  await vi.waitFor(() => expect(store.get(coinsAtom).confirmed).toBe(300))
  expect(asked()).toBe(before)
})

/** Responses that the test releases. */
function heldBalance() {
  const responses: (() => void)[] = []
  transport.responses['coin.balance'] = async () => {
    await new Promise<void>((resolve) => responses.push(resolve))
    return lost()
  }
  return responses
}

it('S7.112 announces that the balance could not be loaded, and sends one request for several presses of 重试', async () => {
  await openWithoutBalance()
  await expect.element(page.getByRole('alert').getByText('余额加载失败')).toBeVisible()
  const responses = heldBalance()
  const before = asked()
  const again = page.getByRole('region', { name: '战鼓' }).getByRole('button', { name: '重试' })
  await again.click()
  await expect.element(again).toHaveAttribute('aria-busy', 'true')
  ;(again.element() as HTMLButtonElement).click()
  expect(asked()).toBe(before + 1)
  responses[0]?.()
  await expect.element(again).not.toHaveAttribute('aria-busy')
})

it('S7.112 retries a request that was pending during a reconnect and failed', async () => {
  await openWithoutBalance()
  await expect.element(missing).toBeVisible()
  const responses = heldBalance()
  const before = asked()
  transport.notify({ type: 'connection', state: 'recovering' })
  transport.notify({ type: 'connection', state: 'online' })
  transport.notify({ type: 'connection', state: 'recovering' })
  transport.notify({ type: 'connection', state: 'online' })
  expect(asked()).toBe(before + 1)
  transport.responses['coin.balance'] = () => success({ balance: 300 })
  responses[0]?.()
  await expect.element(page.getByText('送出后剩余 201')).toBeVisible()
  expect(asked()).toBe(before + 2)
})
