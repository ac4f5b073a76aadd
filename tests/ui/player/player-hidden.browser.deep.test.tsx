import { describe, expect, it, vi } from 'vitest'
import { REST_AFTER_MS } from '#features/player/rest.ts'
import { playerText } from '#messages/zh/player.ts'
import { frames } from '../support/mount.tsx'
import { advanced, comeBack, connectionsAfter, sourceOf, watch, type Watched } from '../support/watch-player.tsx'

/** Hides the tab; returns the function that shows it. */
function hide(): () => void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  return () => {
    hidden.mockReturnValue(false)
    comeBack()
  }
}

/** Pauses the video like the browser does for a hidden, silent one. */
async function pauseByItself({ video }: Watched): Promise<void> {
  const paused = new Promise((resolve) => video.addEventListener('pause', resolve, { once: true }))
  video.pause()
  await paused
}

/** Returns the number of starts from now on. */
function countStarts({ video }: Watched): () => number {
  const onPlay = vi.fn<() => void>()
  video.addEventListener('play', onPlay)
  return () => onPlay.mock.calls.length
}

/** Hides the tab and pauses; returns the function that shows the tab. `pressKey` presses the media key. */
type Pause = (player: Watched, pressKey: () => void) => (() => void) | Promise<() => void>

async function plays(player: Watched): Promise<void> {
  await expect.poll(() => player.video.paused).toBe(false)
  await advanced(player.video, 0.3)
}

describe('a player in a hidden tab, whose video the browser pauses', () => {
  it('settled 23 disconnects meanwhile, and plays when the tab is visible, after any time', async () => {
    const player = watch({ sources: [sourceOf.flv('left')] })
    await player.state('playing')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const show = hide()
    await pauseByItself(player)
    vi.advanceTimersByTime(REST_AFTER_MS)
    vi.useRealTimers()
    expect(player.video.getAttribute('src')).toBeNull()
    show()
    await player.figures(({ connections, firstFrameMs }) => connections === 2 && firstFrameMs !== null)
    await plays(player)
    expect(player.named('暂停')).toBeTruthy()
  })

  it('is not started while hidden, and once if the browser resumes by itself', async () => {
    const refuse = vi.spyOn(HTMLMediaElement.prototype, 'play')
    refuse.mockRejectedValueOnce(new DOMException('no press yet', 'NotAllowedError'))
    const preferences = { volume: 0.5, isMuted: false, flvEngine: 'auto', quality: null } as const
    const player = watch({ sources: [sourceOf.flv('left-shortly')], preferences })
    await player.state('playing')
    await expect.poll(() => player.root.textContent).toContain(playerText('turnSoundOn'))
    const starts = countStarts(player)
    const show = hide()
    await pauseByItself(player)
    await frames(80) // several watchdog intervals
    expect(starts()).toBe(0)
    const connections = await connectionsAfter(() => {
      show()
      void player.video.play()
    })
    await plays(player)
    expect([connections, starts(), player.video.muted]).toEqual([0, 1, true])
    expect(player.root.textContent).toContain(playerText('turnSoundOn'))
  })

  it.each<[string, Pause]>([
    [
      'the viewer had paused before',
      async (player) => {
        player.named('暂停')?.click()
        await frames(2)
        return hide()
      },
    ],
    [
      'a media key has paused it',
      (_player, pressKey) => {
        const show = hide()
        pressKey()
        return show
      },
    ],
    [
      'a media key has paused it after the browser had',
      async (player, pressKey) => {
        const show = hide()
        await pauseByItself(player)
        pressKey()
        return show
      },
    ],
    [
      'it was paused in the small window',
      async (player) => {
        const inWindow = vi.spyOn(document, 'pictureInPictureElement', 'get').mockReturnValue(player.video)
        const show = hide()
        await pauseByItself(player)
        inWindow.mockReturnValue(null)
        return show
      },
    ],
  ])('stays paused when the tab is visible and %s', async (_how, pause) => {
    const handlers = vi.spyOn(navigator.mediaSession, 'setActionHandler')
    const player = watch({ sources: [sourceOf.flv('paused-by-hand')] })
    await player.state('playing')
    const show = await pause(player, () => {
      const key = handlers.mock.calls.findLast(([name, handler]) => name === 'pause' && handler !== null)
      key?.[1]?.({ action: 'pause' })
    })
    await expect.poll(() => player.video.paused).toBe(true)
    await frames(2)
    show()
    await frames(80)
    expect(player.video.paused).toBe(true)
    expect(player.named('播放')).toBeTruthy()
  })
})
