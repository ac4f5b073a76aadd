import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { advanced, sourceOf, watch } from '../support/watch-player.tsx'

describe('controls', () => {
  it('pause, play, mute and store the choice', async () => {
    const wishes: unknown[] = []
    const player = watch({ sources: [sourceOf.flv('controls')], onPreferences: (wish) => wishes.push(wish) })
    await player.state('playing')
    const press = (label: string) => userEvent.click(player.named(label) ?? document.body)
    await press('暂停')
    expect([player.video.paused, player.root.dataset['paused']]).toEqual([true, 'true'])
    await press('播放')
    await advanced(player.video, 0.3)
    await press('打开声音')
    expect(player.video.muted).toBe(false)
    await userEvent.keyboard('m')
    expect(player.video.muted).toBe(true)
    expect(wishes).toEqual([
      { volume: 0.5, isMuted: false, flvEngine: 'auto', quality: null },
      { volume: 0.5, isMuted: true, flvEngine: 'auto', quality: null },
    ])
  })

  it('handle keys after the volume was changed', async () => {
    const player = watch({
      sources: [sourceOf.flv('volume')],
      preferences: { volume: 0.5, isMuted: true, flvEngine: 'auto', quality: null },
    })
    await player.state('playing')
    const slider = player.root.querySelector<HTMLInputElement>('input[type="range"]')
    slider?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect([player.video.muted, document.activeElement]).toEqual([false, slider])
    await userEvent.keyboard('m')
    await expect.poll(() => player.video.muted).toBe(true)
    await userEvent.keyboard(' ')
    await expect.poll(() => player.video.paused).toBe(true)
  })

  it.each(['dialog', 'alertdialog'])('keys are handled by an open menu (%s)', async (role) => {
    const player = watch({
      sources: [sourceOf.flv('window')],
      overlay: (
        <div role={role} aria-label="窗">
          <button type="button">知道了</button>
        </div>
      ),
    })
    await player.state('playing')
    player.root.querySelector<HTMLElement>(`[role="${role}"] button`)?.focus()
    await userEvent.keyboard('m')
    expect(player.video.muted).toBe(true)
  })

  it('the space bar scrolls the page without a video', async () => {
    const player = watch({ sources: [sourceOf.flv('space')] })
    await player.state('playing')
    const press = (): boolean =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', bubbles: true, cancelable: true }))
    expect([press(), player.video.paused]).toEqual([false, true])
    player.change({ picture: 'ended' })
    await player.state('ended')
    expect(press()).toBe(true)
  })

  it('keys are ignored while text is typed', async () => {
    const player = watch({ sources: [sourceOf.flv('typing')], overlay: <input aria-label="说点什么" /> })
    await player.state('playing')
    player.root.querySelector('input')?.focus()
    await userEvent.keyboard('m f')
    expect([player.video.muted, player.video.paused, document.fullscreenElement]).toEqual([true, false, null])
    expect(player.root.querySelector('input')?.value).toBe('m f')
  })
})
