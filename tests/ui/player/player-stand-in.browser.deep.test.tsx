import { describe, expect, inject, it, vi } from 'vitest'
import { frames } from '../support/mount.tsx'
import {
  advanced,
  comeBack,
  connectionsAfter,
  control,
  controlClock,
  sourceOf,
  watch,
  type Watched,
} from '../support/watch-player.tsx'

/** The delays between attempts pass this many times as fast. */
const RETRY_SPEED = 5
/** Longer than the playback time that ends an outage. */
const OVER_MS = 9_000

/** Plays a source until another one has replaced it. Ends with a fake clock. */
async function untilFallback(stream: string): Promise<Watched> {
  controlClock(RETRY_SPEED, ['setTimeout', 'clearTimeout'])
  const player = watch({ sources: [sourceOf.flv(stream), sourceOf.hls(`${stream}-stand-in`)] })
  await player.figures(({ engine, firstFrameMs }) => engine === 'flv' && firstFrameMs !== null)
  await control(`/down?stream=${stream}`)
  await plays(player, 'hls')
  vi.advanceTimersByTime(OVER_MS)
  return player
}

async function plays(player: Watched, kind: 'flv' | 'hls'): Promise<void> {
  await player.figures(({ engine, firstFrameMs }) => engine === kind && firstFrameMs !== null)
  await advanced(player.video, 0.3)
}

async function press(player: Watched, label: '播放' | '暂停'): Promise<void> {
  await expect.poll(() => player.named(label)).toBeTruthy()
  player.named(label)?.click()
  await frames(2)
}

describe('a source that replaces another one after an outage', () => {
  it('is left for the original when the viewer resumes from a pause, not during playback', async () => {
    const player = await untilFallback('gone-back')
    await control('/up?stream=gone-back')
    expect(await connectionsAfter(comeBack)).toBe(0)
    await press(player, '暂停')
    await press(player, '播放')
    await plays(player, 'flv')
  })

  it('stays when the original fails again, which is not tried a third time', async () => {
    const player = await untilFallback('gone')
    await press(player, '暂停')
    const opened = vi.spyOn(window, 'WebSocket')
    await press(player, '播放')
    await expect.poll(() => opened.mock.calls.length).toBe(1)
    await plays(player, 'hls')
    vi.advanceTimersByTime(OVER_MS)
    expect(opened).toHaveBeenCalledTimes(1)
    await press(player, '暂停')
    await press(player, '播放')
    await advanced(player.video, 0.3)
    expect(opened).toHaveBeenCalledTimes(1)
    expect(player.stats.at(-1)).toMatchObject({ engine: 'hls' })
  })
  it('stays when the browser cannot play the original', async () => {
    controlClock(RETRY_SPEED, ['setTimeout', 'clearTimeout'])
    const { 'codec.m3u8': port } = inject('hostilePorts')
    const unplayable = { ...sourceOf.hls('none'), id: 'codec', url: `http://127.0.0.1:${port}/codec.m3u8` }
    const player = watch({ sources: [unplayable, sourceOf.flv('playable')] })
    await plays(player, 'flv')
    vi.advanceTimersByTime(OVER_MS)
    const before = player.stats.at(-1)?.connections
    await press(player, '暂停')
    await press(player, '播放')
    await advanced(player.video, 0.3)
    const count = player.stats.length
    await player.figures(() => player.stats.length > count)
    expect(player.stats.at(-1)).toMatchObject({ engine: 'flv', connections: before })
  })
})
