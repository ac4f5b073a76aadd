import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#features/player/MiniPlayer.tsx'
import { success } from '#protocol/result.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import axe from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { closeRoom, enterRoom, goTo, here, showPage } from '../support/open-room.tsx'
import { serveRoom } from '../support/room-fixtures.ts'
import { sourceOf } from '../support/watch-player.tsx'

const mini = () => document.querySelector<HTMLElement>('[data-mini-player]')
const roomVideo = () => document.querySelector<HTMLElement>('[data-video]')

async function openPlayingRoom(width: number): Promise<void> {
  serveRoom()
  transport.responses['live.playingVideo'] = () => success({ anchorStatus: 1, lines: [sourceOf.flv(`mini-${width}`)] })
  await showPage('/app/live/eid-1', { width })
  await enterRoom()
  await expect.poll(() => roomVideo()?.dataset['video'], { timeout: 30_000 }).toBe('playing')
}

beforeEach(() => store.set(uiPreferencesAtom, { hasMiniPlayer: true, isMuted: true }))
afterEach(closeRoom)

describe.each([390, 1280])('the small window at %i px', (width) => {
  it('goes on playing after the viewer has left the room, and leads back to it', async () => {
    await openPlayingRoom(width)
    await goTo('/app/news')
    await expect.poll(() => mini()?.dataset['videoState'], { timeout: 30_000 }).toBe('playing')
    const { violations } = await axe.run(mini() ?? document.body)
    expect(violations.map(({ id }) => id)).toEqual([])
    await userEvent.click(page.getByRole('link', { name: /^回到直播间/ }))
    await expect.poll(here).toBe('/app/live/eid-1')
    await expect.poll(() => mini()).toBeNull()
    await expect.poll(() => roomVideo()).not.toBeNull()
  })
})

it('closes by its button, and stays closed on the next screen', async () => {
  await openPlayingRoom(1280)
  await goTo('/app/news')
  await expect.poll(() => mini()).not.toBeNull()
  await userEvent.click(page.getByRole('button', { name: '关闭小窗' }))
  expect(mini()).toBeNull()
  await goTo('/app/data')
  expect(mini()).toBeNull()
})

it('does not open after a pause, or if the viewer has switched it off', async () => {
  await openPlayingRoom(1280)
  await userEvent.click(page.getByRole('button', { name: '暂停' }))
  await expect.poll(() => roomVideo()?.dataset['paused']).toBe('true')
  await goTo('/app/news')
  expect(mini()).toBeNull()

  closeRoom()
  store.set(uiPreferencesAtom, { hasMiniPlayer: false })
  await openPlayingRoom(1280)
  await goTo('/app/news')
  await expect.poll(() => roomVideo()).toBeNull()
  expect(mini()).toBeNull()
})
