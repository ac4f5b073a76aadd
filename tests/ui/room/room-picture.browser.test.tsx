import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { screenshotOf } from '../support/pixels.ts'

afterEach(() => closeRoom())

/** Colours at the edges of a 16:9 picture, and markers below. */
const TOP = [255, 0, 0]
const LEFT = [255, 255, 0]
const RIGHT = [0, 255, 255]
const BOTTOM = [0, 0, 255]
const MARKS = [0, 255, 0]

function countOf(color: readonly number[], { data }: ImageData): number {
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    if (color.every((channel, index) => Math.abs(channel - (data[at + index] ?? 0)) < 40)) count += 1
  }
  return count
}

/** The video without overlays, each edge in its own colour. */
async function paint(): Promise<HTMLElement> {
  const player = document.querySelector<HTMLElement>('[data-video]')!
  for (const part of player.children) if (part instanceof HTMLElement) part.style.visibility = 'hidden'
  // A video of 16:9 would set it.
  player.dataset['fills'] = 'true'
  const still = player.querySelector('canvas')!
  Object.assign(still, { width: 640, height: 360, hidden: false })
  still.style.visibility = 'visible'
  const context = still.getContext('2d')!
  const fill = (color: readonly number[], x: number, y: number, width: number, height: number): void => {
    context.fillStyle = `rgb(${color.join(' ')})`
    context.fillRect(x, y, width, height)
  }
  fill([128, 128, 128], 0, 0, 640, 360)
  fill(LEFT, 0, 0, 32, 360)
  fill(RIGHT, 608, 0, 32, 360)
  fill(TOP, 0, 0, 640, 18)
  fill(BOTTOM, 0, 336, 640, 18)
  fill(MARKS, 0, 355, 640, 5)
  await frames(2)
  return player
}

describe('the whole video of a room', () => {
  for (const [width, height] of [
    [1366, 650],
    [1280, 800],
    [390, 844],
  ] as const) {
    it(`is shown at ${width} x ${height}, without the events below it`, async () => {
      await openRoomPage({ width, height })
      const player = await paint()
      const shot = await screenshotOf(player)
      // More than one row of pixels, because scaling may blend the edge.
      const seen = (color: readonly number[]): boolean => countOf(color, shot) > shot.width
      expect([TOP, LEFT, RIGHT, BOTTOM, MARKS].map(seen)).toEqual([true, true, true, true, false])
    })
  }
})

it.each([390, 1280])('stays small beside the anchors, and returns by a press, at %i px', async (width) => {
  await openRoomPage({ width, height: 844 })
  const video = document.querySelector('video')!
  await page.getByRole('tab', { name: '主播' }).click()
  await expect.element(page.getByRole('tabpanel', { name: '主播' })).toBeVisible()
  expect(video.isConnected).toBe(true)
  const small = video.getBoundingClientRect()
  expect(small.width).toBeLessThan(250)
  const board = page.getByRole('tabpanel', { name: '主播' }).element().getBoundingClientRect()
  expect(board.top >= small.bottom || board.right <= small.left).toBe(true)
  await page.getByRole('button', { name: '回到直播画面' }).click()
  await expect.element(page.getByRole('tab', { name: '直播' })).toHaveAttribute('aria-selected', 'true')
  expect(video.isConnected).toBe(true)
  expect(video.getBoundingClientRect().width).toBeGreaterThan(300)
})
