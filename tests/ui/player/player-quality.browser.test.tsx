import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PlayerPreferences } from '#features/player/player-state.ts'
import {
  advanced,
  control,
  ENGINES,
  leavePlayer,
  playing,
  sourceOf,
  watch,
  type Watched,
} from '../support/watch-player.tsx'

const WIDE = { width: 854, height: 480 }

afterEach(leavePlayer)

/** Waits until the picture has this height and advances. */
async function showsHeight(player: Watched, height: number): Promise<void> {
  await expect.poll(() => player.video.videoHeight).toBe(height)
  await player.state('playing')
  await advanced(player.video, 0.3)
}

/** Chooses an entry of the menu of qualities. */
async function choose(label: string): Promise<void> {
  await page.getByRole('button', { name: /^线路和清晰度/ }).click()
  const option = () => [...document.querySelectorAll('[aria-label="清晰度"] [role="radio"]')]
  await expect.poll(() => option().map(({ textContent }) => textContent)).toEqual(['自动', '720p', '360p'])
  await userEvent.click(option().find(({ textContent }) => textContent === label) ?? document.body)
  await userEvent.keyboard('{Escape}')
}

describe.each(ENGINES)('the quality with %s', (kind) => {
  it('is chosen by the size of the picture', async () => {
    await showsHeight(watch(playing(kind, 'quality')), 360)
    leavePlayer()
    await showsHeight(watch(playing(kind, 'quality'), WIDE), 720)
  })

  it('is named in the menu, can be chosen, and is stored', async () => {
    const onPreferences = vi.fn<(preferences: PlayerPreferences) => void>()
    const player = watch({ ...playing(kind, 'quality'), onPreferences }, WIDE)
    await showsHeight(player, 720)
    await choose('360p')
    await showsHeight(player, 360)
    expect(onPreferences.mock.lastCall?.[0]).toMatchObject({ quality: 360 })
    await expect.element(page.getByRole('button', { name: /^线路和清晰度/ })).toHaveTextContent(/360p$/)
    await choose('自动')
    await showsHeight(player, 720)
    expect(onPreferences.mock.lastCall?.[0]).toMatchObject({ quality: null })
  })

  it('that was chosen survives a reconnection', async () => {
    const { preferences, ...rest } = playing(kind, 'quality-outage')
    const player = watch({ ...rest, preferences: { ...preferences, quality: 720 } })
    await showsHeight(player, 720)
    await control('/down?stream=quality-outage')
    await player.state('stalled')
    await control('/up?stream=quality-outage')
    await showsHeight(player, 720)
  })
})

describe('a change of the quality', () => {
  it('follows a picture that becomes larger', async () => {
    const player = watch({ sources: [sourceOf.flv('quality-growth')] })
    await showsHeight(player, 360)
    Object.assign((player.root.parentElement ?? document.body).style, { width: '854px', height: '480px' })
    await showsHeight(player, 720)
  })

  it('shows the last frame until the first new one', async () => {
    const player = watch({ sources: [sourceOf.flv('quality-still')] }, WIDE)
    await showsHeight(player, 720)
    const still = player.root.querySelector('canvas')
    const isCovered: boolean[] = []
    player.video.addEventListener('emptied', () => isCovered.push(still?.hidden === false))
    await choose('360p')
    await showsHeight(player, 360)
    expect(isCovered.length).toBeGreaterThan(0)
    expect(isCovered).not.toContain(false)
    expect(still?.hidden).toBe(true)
  })
})
