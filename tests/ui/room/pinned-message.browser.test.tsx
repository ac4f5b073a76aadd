import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PinnedMessage } from '#features/marquee/ChatStrips.tsx'
import { roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { SNAPSHOT } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
afterEach(() => mounted.unmount())

const TEXT = '今晚聊球不聊人。广告和带节奏的，房管会请出场。'.repeat(4)

it('a pinned message expands on a press on a phone, and collapses on another', async () => {
  await page.viewport(390, 844)
  const snapshot = { ...SNAPSHOT, pinned: TEXT }
  store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot, role: 'anon' }))
  mounted = mount(<PinnedMessage />)
  const line = page.getByRole('button', { name: /置顶：/ })
  const words = () => line.element().lastElementChild!
  const isCut = () => words().scrollHeight > words().clientHeight
  await expect.element(line).toHaveAttribute('aria-expanded', 'false')
  expect(isCut()).toBe(true)
  await userEvent.click(line)
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
  expect(isCut()).toBe(false)
  expect(line.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  await userEvent.click(line)
  await expect.element(line).toHaveAttribute('aria-expanded', 'false')
  expect(isCut()).toBe(true)
})
