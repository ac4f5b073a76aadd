import { describe, expect, it, vi } from 'vitest'
import { REST_AFTER_MS } from '#features/player/rest.ts'
import { frames } from '../support/mount.tsx'
import { advanced, comeBack, connectionsAfter, sourceOf, watch, type Watched } from '../support/watch-player.tsx'

const press = (player: Watched, label: string): void => player.named(label)?.click()

/** Pauses until the stream is closed. */
async function pauseToRest(player: Watched): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press(player, '暂停')
  await frames(1)
  vi.advanceTimersByTime(REST_AFTER_MS)
  vi.useRealTimers()
}

describe('a player that needs no stream', () => {
  it.each(['interrupted', 'ended'] as const)(
    'does not connect when the page returns to a stream that is %s',
    async (picture) => {
      const player = watch({ sources: [sourceOf.flv('over')] })
      await player.state('playing')
      player.change({ picture })
      await player.state(picture)
      expect(await connectionsAfter(comeBack)).toBe(0)
      expect(player.video.getAttribute('src')).toBeNull()
      player.change({ picture: 'live' })
      await player.state('playing')
    },
  )

  it('settled 23 stays disconnected during a pause, also when the page returns, and plays on request', async () => {
    const player = watch({ sources: [sourceOf.flv('rest')] })
    await player.state('playing')
    await pauseToRest(player)
    expect(player.video.getAttribute('src')).toBeNull()
    expect(await connectionsAfter(comeBack)).toBe(0)
    press(player, '播放')
    await player.state('playing')
    await advanced(player.video, 0.3)
  })

  it('settled 23 offers to play without waiting when the anchor returns during a pause', async () => {
    const player = watch({ sources: [sourceOf.flv('rest-again')] })
    await player.state('playing')
    await pauseToRest(player)
    player.change({ picture: 'interrupted' })
    await player.state('interrupted')
    expect(player.named('开始播放')).toBeNull()
    player.change({ picture: 'live' })
    await player.state('loading')
    expect(player.root.textContent).not.toContain('正在加载画面')
    press(player, '开始播放')
    await player.state('playing')
    expect(player.named('开始播放')).toBeNull()
  })

  it('settled 23 disconnects from a stream that the browser refuses to play, and plays it on request', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
    play.mockRejectedValue(new DOMException('no press yet', 'NotAllowedError'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const player = watch({ sources: [sourceOf.flv('refused')] })
    const start = () => player.named('开始播放')
    await expect.poll(start).toBeTruthy()
    await frames(1)
    vi.advanceTimersByTime(REST_AFTER_MS)
    vi.useRealTimers()
    expect(player.video.getAttribute('src')).toBeNull()
    expect(await connectionsAfter(comeBack)).toBe(0)
    play.mockRestore()
    start()?.click()
    await player.state('playing')
    await advanced(player.video, 0.3)
  })
})
