import Hls from 'hls.js/light'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { playedSeconds } from '#features/player/first-frame.ts'
import { advanced, control, controlClock, leavePlayer, playing, sourceOf, watch } from '../support/watch-player.tsx'

afterEach(leavePlayer)

describe('the two FLV libraries', () => {
  it('a source that flv.js cannot start is tried with mpegts.js before the next source', async () => {
    const { 'garbage.flv': port } = inject('hostilePorts')
    const garbage = { ...sourceOf.flv('none'), id: 'garbage', url: `http://127.0.0.1:${port}/garbage.flv`, heights: [] }
    const clock = controlClock(5)
    const player = watch({ sources: [garbage, sourceOf.hls('after')] })
    const figures = await player.figures(({ engine }) => engine === 'mpegts')
    expect(figures.sourceId).toBe('garbage')
    await player.figures(({ engine }) => engine === 'hls')
    clock.rate = 1
    await player.state('playing')
    expect(player.stats.at(-1)).toMatchObject({ engine: 'hls', sourceId: 'hls' })
  })

  it('changes the library on request, and stores it', async () => {
    const wishes: unknown[] = []
    const player = watch({ sources: [sourceOf.flv('library')], onPreferences: (wish) => wishes.push(wish) })
    await player.state('playing')
    await userEvent.click(player.named('画面设置') ?? document.body)
    const option = () => document.querySelectorAll('[aria-label="解码"] [role="radio"]')[2]
    await expect.poll(() => option()?.textContent).toBe('mpegts.js')
    await userEvent.click(option() ?? document.body)
    await player.figures(({ engine, firstFrameMs }) => engine === 'mpegts' && firstFrameMs !== null)
    await advanced(player.video, 0.5)
    expect(wishes).toEqual([{ volume: 0.5, isMuted: true, flvEngine: 'mpegts', quality: null }])
  })
})

describe('failures', () => {
  it('hls continues after it has reset the video element to recover from a decoding error', async () => {
    const attached = vi.spyOn(Hls.prototype, 'attachMedia')
    const player = watch(playing('hls', 'cure'))
    await player.state('playing')
    const pauses = vi.fn<() => void>()
    player.video.addEventListener('pause', pauses)
    const [hls] = attached.mock.contexts
    if (hls instanceof Hls) hls.recoverMediaError()
    expect(playedSeconds(player.video)).toBe(0)
    await expect.poll(() => playedSeconds(player.video)).toBeGreaterThan(1)
    expect([player.video.paused, pauses.mock.calls.length]).toEqual([false, 0])
    expect(player.stats.at(-1)).toMatchObject({ engine: 'hls', connections: 1 })
  })

  it('recognizes playback in a hidden tab, which renders no frames', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.spyOn(HTMLVideoElement.prototype, 'requestVideoFrameCallback').mockReturnValue(1)
    const forget = vi.spyOn(HTMLVideoElement.prototype, 'cancelVideoFrameCallback')
    const player = watch({ sources: [sourceOf.flv('hidden')] })
    await player.state('playing')
    expect(forget).toHaveBeenCalledWith(1)
    const { firstFrameMs } = await player.figures(({ firstFrameMs }) => firstFrameMs !== null)
    expect(firstFrameMs).toBeGreaterThan(0)
  })

  it('restarts a video that is paused although nobody paused it', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
    play.mockRejectedValueOnce(new DOMException('interrupted by a new load request', 'AbortError'))
    const player = watch({ sources: [sourceOf.flv('paused')] })
    await expect.poll(() => playedSeconds(player.video)).toBeGreaterThan(0.5)
    expect(play.mock.calls.length).toBeGreaterThan(1)
  })

  it('S4.3 S8.10 shows that the anchor is away, disconnects meanwhile, and plays on return', async () => {
    const player = watch({ sources: [sourceOf.flv('anchor')] })
    await player.state('playing')
    await control('/publishing?stream=anchor&on=0')
    player.change({ picture: 'interrupted' })
    await player.state('interrupted')
    expect(player.root.textContent).toContain('主播暂时中断，请稍后')
    expect(player.video.getAttribute('src')).toBeNull()
    await control('/publishing?stream=anchor&on=1')
    player.change({ picture: 'live' })
    await player.state('playing')
    await advanced(player.video, 0.5)
  })

  it('S4.2 S8.10 opens no stream before the start', async () => {
    const player = watch({ sources: [sourceOf.flv('early')], picture: 'not-started', note: '20:00 开球' })
    await player.state('not-started')
    expect(player.root.textContent).toContain('赛事未开始')
    expect(player.root.textContent).toContain('20:00 开球')
    expect(player.video.getAttribute('src')).toBeNull()
    // A match of a feed that is played without a stream has not "not begun".
    player.change({ isInPlay: true })
    await expect.poll(() => player.root.textContent).toContain('这场比赛没有直播画面')
    expect(player.root.textContent).not.toContain('赛事未开始')
    player.change({ picture: 'ended' })
    await player.state('ended')
  })

  it('shows that there is no source, and requests sources again on request', async () => {
    const player = watch({ sources: [], onReload: () => player.change({ sources: [sourceOf.flv('late')] }) })
    await player.state('error')
    const alert = player.root.querySelector('[role="alert"]')
    expect(alert?.textContent).toContain('暂无可用线路')
    await userEvent.click(alert?.querySelector('button') ?? document.body)
    await player.state('playing')
  })

  it('waits for sources that are not loaded yet, and keeps loaded ones', async () => {
    const player = watch({ sources: null })
    const states: (string | undefined)[] = []
    const note = new MutationObserver(() => states.push(player.root.dataset['video']))
    note.observe(player.root, { attributeFilter: ['data-video'] })
    expect(player.root.dataset['video']).toBe('loading')
    player.change({ sources: [sourceOf.flv('known')] })
    await player.state('playing')
    player.change({ sources: null })
    await advanced(player.video, 0.5)
    expect(states).toEqual(['playing'])
    expect(player.stats.at(-1)).toMatchObject({ connections: 1 })
    note.disconnect()
  })
})
