import { describe, expect, it, vi } from 'vitest'
import playerStyles from '#features/player/Player.module.css'
import { page } from 'vitest/browser'
import { dear, openRoom, overlay, restoreAfterEach, send, switchOff } from '#tests/ui/support/effects.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, giftRow, NOON, welcomeRow } from '#tests/ui/support/feed-fixtures.ts'
import { frames } from '#tests/ui/support/mount.tsx'

restoreAfterEach()

describe('entrances', () => {
  const enter = (id: string, name: string, vipLevel: number) =>
    transport.send(batch([], { lastSeq: 1, welcome: welcomeRow(id, author(name, vipLevel)) }))

  it('S6.11 are shown for members above VIP 4 only', async () => {
    await openRoom()
    enter('w1', '小满', 4)
    await frames(4)
    expect(overlay.entrance()).toBeNull()
    enter('w2', '北岸灯塔', 7)
    await vi.waitFor(() => expect(overlay.entrance()?.textContent).toBe('V7北岸灯塔进入直播间'))
    enter('w3', '巷口修车铺', 6)
    await frames(2)
    expect(document.querySelectorAll('[data-entry-effect]')).toHaveLength(1)
    await vi.waitFor(() => expect(overlay.entrance()?.textContent).toContain('巷口修车铺'), 5_000)
    await vi.waitFor(() => expect(overlay.entrance()).toBeNull(), 5_000)
  })

  for (const width of [390, 1280]) {
    it(`do not cover the sound button with long texts at ${width} px, as gifts do not`, async () => {
      await page.viewport(width, 844)
      await openRoom()
      const player = document.querySelector('[data-video]')
      // A stand-in for the player's button at the bottom left.
      player?.classList.add(playerStyles['offersSound'] ?? '')
      player?.insertAdjacentHTML(
        'beforeend',
        `<button type="button" data-sound-offer style="position:absolute;left:12px;width:258px;${
          width === 390 ? 'bottom:48px;height:32px' : 'bottom:64px;height:36px'
        }">声音在其他页面播放 · 点击在此播放</button>`,
      )
      const staysAbove = async (element: Element) => {
        await Promise.all(element.getAnimations().map(({ ready }) => ready))
        const { top, bottom } = element.getBoundingClientRect()
        const offer = player?.querySelector('[data-sound-offer]')?.getBoundingClientRect()
        expect(bottom).toBeLessThanOrEqual(offer?.top ?? 0)
        expect(top).toBeGreaterThanOrEqual(player?.getBoundingClientRect().top ?? 0)
      }
      enter('w1', '住在看台最上面一排的老邻居', 7)
      await staysAbove(await vi.waitUntil(overlay.entrance))
      send(dear(1, '金杯', 1_888, { name: '住在看台最上面一排的老邻居' }))
      await staysAbove(await vi.waitUntil(() => overlay.effect()?.querySelector('p')))
    })
  }

  it('have separate switches for the banner and the strip', async () => {
    await openRoom()
    const strip = () => document.querySelector('[data-kind="welcome"]')
    switchOff('entryEffects')
    enter('w1', '北岸灯塔', 7)
    await vi.waitFor(() => expect(strip()?.textContent).toContain('北岸灯塔'))
    expect(overlay.entrance()).toBeNull()
    switchOff('entryNotes')
    await vi.waitFor(() => expect(strip()).toBeNull())
    enter('w2', '南看台老周', 8)
    await vi.waitFor(() => expect(overlay.entrance()?.textContent).toContain('南看台老周'))
  })
})

describe('gift banners', () => {
  it('are hidden when disabled, while the row of the chat stays', async () => {
    await openRoom()
    const trays = () => document.querySelectorAll('[data-gift-tray]').length
    send(giftRow(1, {}, { at: NOON }))
    await vi.waitFor(() => expect(trays()).toBe(1))
    switchOff('giftBanners')
    await vi.waitFor(() => expect(trays()).toBe(0))
    expect(document.querySelector('[data-id="e1"]')).not.toBeNull()
  })
})
