import axe from '../support/axe.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SKINS } from '#protocol/sites.ts'
import { giftPosted, giftTraysAtom, EMPTY_TRAYS } from '#state/effects/gift-trays.ts'
import { store } from '#state/store.ts'
import { author, batch, change, giftRow, NOON, welcomeRow } from '../support/feed-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

afterEach(() => closeRoom())

async function findings(): Promise<string[]> {
  // Finishes running animations, so that contrast is measured on final colours.
  for (const animation of document.getAnimations()) if (leavesLater(animation)) stay(animation)
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

const delayOf = (animation: Animation) => animation.effect?.getComputedTiming().delay ?? 0
/** Trays fade out by themselves after a while. */
const leavesLater = (animation: Animation) => delayOf(animation) > 1_000
const isEndless = (animation: Animation) =>
  animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY || leavesLater(animation)

function stay(animation: Animation): void {
  animation.pause()
  if (Number(animation.currentTime ?? 0) >= delayOf(animation)) animation.currentTime = delayOf(animation) - 1
}

/** An entrance that stays visible. Its text is also in the strip of the chat, so it is hidden from screen readers. */
async function shownEntrance(): Promise<HTMLElement> {
  transport.send(batch([], { lastSeq: 20, welcome: welcomeRow('w1', author('北岸灯塔', 7)) }))
  const entrance = await vi.waitUntil(() => document.querySelector<HTMLElement>('[data-entry-effect]'), {
    timeout: 30_000,
  })
  const still = document.createElement('p')
  still.className = entrance.className
  still.innerHTML = entrance.innerHTML
  entrance.parentElement?.append(still)
  return still
}

describe('accessibility of the room', () => {
  for (const skin of SKINS) {
    it(`${skin}: 0 findings on a desktop, with trays, an entrance, marquee and gifts open`, async () => {
      await openRoomPage({ skin })
      const item = { id: 'q1', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '主场球迷请走北门' }
      transport.send(batch([], { lastSeq: 19, changes: [change('marquee', { item })] }))
      const one = giftPosted(EMPTY_TRAYS, giftRow(12, { comboId: 'c', comboCount: 12 }), NOON)
      store.set(giftTraysAtom, giftPosted(one, giftRow(13, { comboId: 'd', comboCount: 3 }), NOON))
      await vi.waitUntil(() => transport.site !== null, { timeout: 30_000 })
      const entrance = await shownEntrance()
      await page.getByRole('button', { name: '战鼓 99 金币' }).click()
      await frames(4)
      expect(document.querySelectorAll('[data-gift-tray]')).toHaveLength(2)
      expect(await findings()).toEqual([])
      entrance.remove()
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
