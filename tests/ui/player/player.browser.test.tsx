import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { advanced, controlClock, ENGINES, leavePlayer, playing, sourceOf, watch } from '../support/watch-player.tsx'

const missing = { ...sourceOf.flv('not/there'), id: 'gone', name: '线路零' }

afterEach(leavePlayer)

describe('playing', () => {
  it.each(ENGINES)('%s starts and plays over one connection', async (kind) => {
    await watch(playing(kind, 'play')).state('playing') // loads the engine's code
    leavePlayer()
    const player = watch(playing(kind, 'play'))
    expect(player.root.dataset['video']).toBe('loading')
    await player.state('playing')
    await advanced(player.video, 1.5)
    const figures = await player.figures(
      ({ framesPerSecond, latencySeconds }) => framesPerSecond > 0 && latencySeconds > 0,
    )
    expect(figures).toMatchObject({ engine: kind, connections: 1 })
    expect([player.video.videoWidth, player.video.videoHeight]).toEqual([640, 360])
    // Times are checked by `npm run bench -- video`, because tests share the machine.
    expect(figures.firstFrameMs).toBeGreaterThan(0)
    expect(figures.latencySeconds).toBeGreaterThan(0)
  })

  it('falls back from FLV to HLS when the source does not exist', async () => {
    const clock = controlClock(5)
    const player = watch({ sources: [missing, sourceOf.hls('fallback')] })
    await player.figures(({ engine }) => engine === 'hls')
    clock.rate = 1
    await player.state('playing')
    await advanced(player.video, 1)
    expect(player.stats.at(-1)).toMatchObject({ engine: 'hls', sourceId: 'hls', connections: 4 })
  })

  it('changes the source on request', async () => {
    const player = watch({ sources: [sourceOf.flv('change'), sourceOf.hls('change')] })
    await player.state('playing')
    const choice = page.getByRole('button', { name: /^线路和清晰度/ })
    await expect.poll(() => choice.element().textContent).toMatch(/线路一自动$/)
    await choice.click()
    // The code of the menu is loaded on first use.
    const options = () => [...document.querySelectorAll('[aria-label="线路"] [role="radio"]')]
    await expect.poll(() => options().map((option) => option.textContent)).toEqual(['线路一', '线路二'])
    await userEvent.click(options()[1] ?? document.body)
    await player.figures(({ engine, firstFrameMs }) => engine === 'hls' && firstFrameMs !== null)
    await player.state('playing')
    await advanced(player.video, 0.5)
  })
})

describe('the control bar', () => {
  it('keeps an open menu while the anchor is interrupted', async () => {
    const player = watch({ sources: [sourceOf.flv('menu')] })
    await player.state('playing')
    await page.getByRole('button', { name: '画面设置' }).click()
    const link = page.getByRole('link', { name: '在新窗口打开' })
    await expect.element(link).toBeVisible()
    const opened = link.element()
    player.change({ picture: 'interrupted' })
    await player.state('interrupted')
    await expect.element(link).toBeVisible()
    player.change({ picture: 'live' })
    await player.state('playing')
    expect(opened.isConnected).toBe(true)
  })

  it('has the button that leaves full screen, and no play button, after the end of the match', async () => {
    const player = watch({ sources: [sourceOf.flv('full')] })
    await player.state('playing')
    await page.getByRole('button', { name: '全屏', exact: true }).click()
    const leave = page.getByRole('button', { name: '退出全屏' })
    await expect.element(leave).toBeVisible()
    player.change({ picture: 'ended' })
    await player.state('ended')
    expect(page.getByRole('button', { name: /^(?:播放|暂停)$/ }).elements()).toEqual([])
    await leave.click()
    await expect.poll(() => document.fullscreenElement).toBeNull()
    await expect.poll(() => leave.elements()).toEqual([])
  })
})

describe('the media session', () => {
  it('has the title, and its media keys control the player', async () => {
    const handlers = new Map<string, MediaSessionActionHandler | null>()
    const original = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession)
    navigator.mediaSession.setActionHandler = (name, handler) => void handlers.set(name, handler)
    const player = watch({ sources: [sourceOf.flv('system')], artist: '楚楚讲球', artwork: '/art/av-1.svg' })
    await player.state('playing')
    expect(navigator.mediaSession.metadata).toMatchObject({ title: '北港联 对 南屿', artist: '楚楚讲球' })
    expect(navigator.mediaSession.playbackState).toBe('playing')
    handlers.get('pause')?.({ action: 'pause' })
    await expect.poll(() => player.video.paused).toBe(true)
    await expect.poll(() => navigator.mediaSession.playbackState).toBe('paused')
    handlers.get('play')?.({ action: 'play' })
    await expect.poll(() => player.video.paused).toBe(false)
    player.change({ picture: 'ended' })
    await player.state('ended')
    await expect.poll(() => navigator.mediaSession.metadata).toBeNull()
    await expect.poll(() => [...handlers.values()]).toEqual([null, null, null])
    navigator.mediaSession.setActionHandler = original
  })
})
