import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { startReading } from '#state/feed/reading.ts'
import { giftPosted, giftTraysAtom, EMPTY_TRAYS } from '#state/effects/gift-trays.ts'
import { changeFeedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { author, batch, giftRow, NOON, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { ROOM } from '../support/room-fixtures.ts'

afterEach(() => {
  document.documentElement.style.removeProperty('font-size')
  return closeRoom()
})

/** Set VITE_SHOTS to a folder of the project to save screenshots. */
const shoot = async (name: string) => {
  const folder = import.meta.env['VITE_SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Specified heights: class prefix of the part → pixels. */
const DESKTOP = { score: 68, line: 34, tabs: 48, under: 88, head: 48, welcome: 30, rail: 80, composer: 60, tray: 48 }
const PHONE = { score: 60, tabs: 44, odds: 44, welcome: 30, composer: 62, tray: 48 }

const SELECTORS: Readonly<Record<string, string>> = {
  score: 'main section header',
  line: 'div:has(> [aria-label="比赛进程"])',
  tabs: ':has(> [role="tablist"][aria-label="观看内容"])',
  head: ':has(> [role="tablist"][aria-label="聊天或礼物榜"])',
  under: 'section:has(> div > fieldset > button[aria-pressed])',
  odds: ':has(> fieldset > button[aria-pressed])',
  welcome: '[data-kind="welcome"]',
  rail: 'fieldset[aria-label="礼物"]',
  composer: ':has(> div > input[aria-label="说点什么"])',
  tray: '[data-gift-tray]',
}

function heightOf(part: string): number {
  return Math.round(document.querySelector(SELECTORS[part] ?? '')?.getBoundingClientRect().height ?? -1)
}

async function showEvening(): Promise<void> {
  store.set(giftTraysAtom, giftPosted(EMPTY_TRAYS, giftRow(12, { comboId: 'c', comboCount: 12 }), NOON))
  store.set(changeFeedAtom, startReading)
  const later = Array.from({ length: 23 }, (_, index) => textRow(100 + index, '好球', { author: author('小满', 3) }))
  transport.send(batch(later))
  await frames(6)
}

/** Parts of the odds and the anchor whose text is cut off, or is outside of its panel. */
function cutTexts(): string[] {
  const panel = document.querySelector('section:has(> div > fieldset > button[aria-pressed])')!
  const frame = panel.getBoundingClientRect()
  const parts = [...panel.querySelectorAll<HTMLElement>('b, small, fieldset span, button')].filter(
    (part) => part.checkVisibility() && !part.matches('.visually-hidden'),
  )
  expect(parts.length).toBeGreaterThan(7)
  return parts.flatMap((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect()
    const isOutside = left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom
    return width < 2 || part.scrollWidth > part.clientWidth + 1 || isOutside ? [part.textContent] : []
  })
}

describe('the layout of the room', () => {
  for (const skin of ['glow', 'fresh'] as const) {
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [390, 844],
    ] as const) {
      it(`${skin} at ${width} x ${height}: parts have their sizes and only the list scrolls`, async () => {
        await openRoomPage({ skin, width, height })
        await showEvening()
        const isPhone = width < 1024
        const sizes = isPhone ? PHONE : DESKTOP
        expect(Object.fromEntries(Object.keys(sizes).map((part) => [part, heightOf(part)]))).toEqual(sizes)
        const chat = document.querySelector('[role="log"]')!.closest('section')!.getBoundingClientRect()
        if (isPhone) expect(Math.round(chat.width)).toBe(390)
        // The stage takes the shape of the picture, the chat the rest.
        else expect(chat.width).toBeGreaterThanOrEqual(384)
        const video = document.querySelector('[data-video]')!.getBoundingClientRect()
        if (isPhone) expect(Math.round(video.height)).toBe(219)
        expect(document.documentElement.scrollHeight).toBe(height)
        expect(document.documentElement.scrollWidth).toBe(width)
        expect(document.querySelector('[data-unread]')?.getAttribute('data-unread')).toBe('23')
        await shoot(`room-${skin}-${width}`)
      })
    }
  }

  it('the welcome strip and the trays of gifts grow with the font size of the browser', async () => {
    await openRoomPage({ skin: 'glow', width: 390, height: 844 })
    document.documentElement.style.setProperty('font-size', '200%')
    await showEvening()
    expect([heightOf('welcome'), heightOf('tray')]).toEqual([60, 96])
    const [strip, tray] = ['welcome', 'tray'].map((part) => document.querySelector(SELECTORS[part] ?? ''))
    expect(tray!.getBoundingClientRect().top).toBeGreaterThan(strip!.getBoundingClientRect().bottom)
    await shoot('room-large-text-390')
  })

  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
    [320, 640],
  ] as const) {
    it(`WCAG 1.4.4 odds, venue and delay are whole at twice the font size, at ${width} x ${height}`, async () => {
      await openRoomPage({ skin: 'glow', width, height })
      document.documentElement.style.setProperty('font-size', '200%')
      await frames(3)
      expect(cutTexts()).toEqual([])
      expect(document.documentElement.scrollHeight).toBe(height)
      await shoot(`room-odds-large-${width}`)
      const open = heightOf('under')
      for (const odds of [
        { ...ROOM.odds!, suspended: true },
        { ...ROOM.odds!, draw: { value: 12_500, move: 'up' as const } },
      ]) {
        store.set(changeFeedAtom, (feed) => ({ ...feed, snapshot: { ...ROOM, odds } }))
        // oxlint-disable-next-line no-await-in-loop -- one state after the other
        await frames(2)
        expect(heightOf('under')).toBe(open)
      }
    })
  }
})
