import { afterEach, beforeEach, vi } from 'vitest'
import type { ShowSwitches } from '#state/site/ui-preferences.ts'
import { DEFAULT_UI_PREFERENCES, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, giftRow, NOON } from '#tests/ui/support/feed-fixtures.ts'
import { closeRoom, openRoomPage } from '#tests/ui/support/open-room.tsx'

/** The device and page of the test. A device with two cores shows static cards. */
export const device = { cores: 8, isHidden: false }

/** Closes the room and restores device and preferences after each test of the calling file. */
export function restoreAfterEach(): void {
  beforeEach(() => {
    device.cores = 8
    device.isHidden = false
    vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockImplementation(() => device.cores)
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => device.isHidden)
  })
  afterEach(() => {
    closeRoom()
    vi.useRealTimers()
    vi.restoreAllMocks()
    store.set(uiPreferencesAtom, DEFAULT_UI_PREFERENCES)
  })
}

/** Opens a room without messages. Overlays of the video are loaded after the room. */
export async function openRoom(): Promise<void> {
  await openRoomPage({ messages: [] })
  await vi.waitUntil(() => transport.site !== null, { timeout: 30_000 })
}

export const switchOff = (key: keyof ShowSwitches) =>
  store.set(uiPreferencesAtom, { shows: { ...DEFAULT_UI_PREFERENCES.shows, [key]: false } })

/** What is shown over the video and the page at present. */
export const overlay = {
  effect: () => document.querySelector<HTMLElement>('[data-gift-effect]'),
  entrance: () => document.querySelector<HTMLElement>('[data-entry-effect]'),
  banner: () => document.querySelector<HTMLElement>('[data-site-banner]'),
}

/** A gift with a full-screen effect. */
export function dear(seq: number, giftName: string, total: number, more: { isMine?: boolean; name?: string } = {}) {
  return giftRow(
    seq,
    { giftName, giftIcon: '/art/gift-cup.svg', total, comboId: `dear-${seq}` },
    { at: NOON, isMine: more.isMine ?? false, author: author(more.name ?? '阿楠') },
  )
}

export const send = (...rows: Parameters<typeof batch>[0]) =>
  transport.send(batch(rows, { lastSeq: rows.at(-1)?.seq ?? 1 }))
