import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SKINS } from '#protocol/sites.ts'
import { giftPosted, giftTraysAtom } from '#state/gift-trays.ts'
import { store } from '#state/store.ts'
import { batch, giftRow, NOON } from './support/feed-fixtures.ts'
import { transport } from './support/fake-transport.ts'
import { frames } from './support/mount.tsx'
import { closeRoom, openRoomPage } from './support/open-room.tsx'

vi.mock('#transport/client.ts', async () => (await import('./support/fake-transport.ts')).transport.client)
vi.mock('#transport/room.ts', async () => (await import('./support/fake-transport.ts')).transport.rooms)

afterEach(() => closeRoom())

async function findings(): Promise<string[]> {
  // Contrast is measured on what stands, not on what is still fading in.
  await Promise.all(
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running' && !isEndless(animation))
      .map((animation) => animation.finished.catch(() => {})),
  )
  const { violations, passes } = await axe.run(document.body, { resultTypes: ['violations', 'passes'] })
  expect(passes.map(({ id }) => id)).toContain('color-contrast')
  expect(passes.length).toBeGreaterThan(15)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

const isEndless = (animation: Animation) =>
  animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY ||
  (animation.effect?.getComputedTiming().delay ?? 0) > 1_000

describe('accessibility of the room', () => {
  for (const skin of SKINS) {
    it(`${skin}: 0 findings on a desktop, with trays, marquee and gifts open`, async () => {
      await openRoomPage({ skin })
      const item = { id: 'q1', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '主场球迷请走北门' }
      transport.send(batch([], { lastSeq: 19, marquee: [{ item, removed: false }] }))
      store.set(
        giftTraysAtom,
        giftPosted({ lanes: [], waiting: [] }, giftRow(12, { comboId: 'c', comboCount: 12 }), NOON),
      )
      await page.getByRole('button', { name: '战鼓，99 金币' }).click()
      await frames(4)
      expect(await findings()).toEqual([])
    })
  }

  for (const skin of ['glow', 'fresh'] as const) {
    it(`${skin}: 0 findings on a phone, with the gift sheet and without`, async () => {
      await openRoomPage({ skin, width: 390, height: 844 })
      expect(await findings()).toEqual([])
      await page.getByRole('button', { name: '礼物' }).click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      expect(await findings()).toEqual([])
    })

    it(`${skin}: 0 findings for a visitor, in 动画, 主播 and 礼物榜`, async () => {
      await openRoomPage({ skin, isMember: false })
      await page.getByRole('tab', { name: '礼物榜' }).click()
      for (const name of ['动画', '主播']) {
        await page.getByRole('tab', { name }).click()
        await frames(4)
        expect(await findings()).toEqual([])
      }
    })
  }
})
