import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startReading } from '#state/feed-reading.ts'
import { giftPosted, giftTraysAtom } from '#state/gift-trays.ts'
import { changeFeedAtom } from '#state/room.ts'
import { store } from '#state/store.ts'
import { transport } from './support/fake-transport.ts'
import { author, batch, giftRow, NOON, textRow } from './support/feed-fixtures.ts'
import { frames } from './support/mount.tsx'
import { closeRoom, openRoomPage } from './support/open-room.tsx'

vi.mock('#transport/client.ts', async () => (await import('./support/fake-transport.ts')).transport.client)
vi.mock('#transport/room.ts', async () => (await import('./support/fake-transport.ts')).transport.rooms)

afterEach(() => closeRoom())

const shoot = async (name: string) => {
  const folder = import.meta.env['VITE_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe.skipIf(!import.meta.env['VITE_SHOTS'])('screenshots', () => {
  for (const skin of ['glow', 'fresh'] as const) {
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [390, 844],
    ] as const) {
      it(`${skin} ${width}x${height}`, async () => {
        await openRoomPage({ skin, width, height })
        store.set(
          giftTraysAtom,
          giftPosted({ lanes: [], waiting: [] }, giftRow(12, { comboId: 'c', comboCount: 12 }), NOON),
        )
        store.set(changeFeedAtom, startReading)
        transport.send(
          batch(Array.from({ length: 23 }, (_, index) => textRow(100 + index, '好球', { author: author('小满', 3) }))),
        )
        await frames(6)
        await shoot(`room-${skin}-${width}`)
        expect(document.querySelector('[role="log"]')).not.toBeNull()
      })
    }
  }
})
