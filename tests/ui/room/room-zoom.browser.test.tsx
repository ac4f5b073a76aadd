import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

afterEach(() => closeRoom())

const box = () => page.getByRole('textbox', { name: '说点什么' }).element()
const log = () => page.getByRole('log').element()

describe('the desktop room at 400 % zoom', () => {
  it.each([
    [320, 256],
    [480, 235],
  ])('has space for list and composer below the video at %i x %i', async (width, height) => {
    await openRoomPage({ width, height })
    expect(box().clientWidth).toBeGreaterThanOrEqual(80)
    expect(log().clientHeight).toBeGreaterThanOrEqual(100)
    box().focus()
    const { top, bottom } = box().getBoundingClientRect()
    expect([top >= 0, bottom <= height]).toEqual([true, true])
    expect(document.documentElement.scrollWidth).toBe(width)
  })
})

it.each([
  [667, 375],
  [844, 390],
])('a phone in landscape has the chat beside the video at %i x %i', async (width, height) => {
  await openRoomPage({ width, height })
  const picture = document.querySelector('[data-video]')!.getBoundingClientRect()
  const chat = log().getBoundingClientRect()
  expect([chat.left >= picture.right, chat.top < height / 2]).toEqual([true, true])
})
