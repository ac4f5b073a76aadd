import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { rail, reward, rewards, sendButton } from '../support/gift-controls.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

beforeEach(() => store.set(uiPreferencesAtom, { giftPauseCoins: 5_000 }))
afterEach(() => {
  vi.useRealTimers()
  return closeRoom()
})

const again = (sent: number) => page.getByRole('button', { name: `连击：再送 1 个战鼓，已送 ${sent} 个` })

const posted = () => rewards().map(({ params }) => params as RequestOf<'gift.reward'>)

/** Sends a drum and closes the panel. */
async function sendDrum(): Promise<void> {
  transport.responses['gift.reward'] = () => reward(1, 12_000)
  await rail('战鼓 99 金币').click()
  await sendButton('99').click()
  expect(again(1).elements()).toEqual([])
  await page.getByRole('button', { name: '礼物', exact: true }).click()
  await expect.element(again(1)).toBeVisible()
}

it('settled 21 sends the gift again in the same combo, and ends after three seconds', async () => {
  await openRoomPage()
  await sendDrum()
  await again(1).click()
  await expect.element(again(2)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(again(3)).toBeVisible()
  await expect.poll(() => posted().reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(new Set(posted().map(({ comboId }) => comboId)).size).toBe(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(again(3).element() as HTMLButtonElement).click()
  await frames(2)
  await vi.advanceTimersByTimeAsync(GIFT_COMBO_WINDOW_MS - 1)
  await frames(1)
  expect(again(4).elements()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await frames(1)
  expect(again(4).elements()).toEqual([])
})

it('S7.111 asks before the combo exceeds the chosen sum', async () => {
  store.set(uiPreferencesAtom, { giftPauseCoins: 1_000 })
  await openRoomPage()
  transport.responses['gift.reward'] = () => reward(1, 12_000)
  await rail('焰火 520 金币').click()
  await sendButton('520').click()
  await page.getByRole('button', { name: '礼物', exact: true }).click()
  await page.getByRole('button', { name: /^连击/ }).click()
  const question = page.getByRole('alertdialog', { name: '本场已送出 520 金币' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: '继续送出' }).click()
  // One call or two, depending on when the first was sent.
  await expect.poll(() => posted().reduce((sum, { count }) => sum + count, 0)).toBe(2)
})
