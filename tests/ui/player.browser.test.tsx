import Hls from 'hls.js/light'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { playedSeconds } from '#features/player/first-frame.ts'
import { Player, type PlayerProps } from '#features/player/Player.tsx'
import type { VideoState } from '#features/player/player-state.ts'
import { REST_AFTER_MS } from '#features/player/rest.ts'
import type { PlayerStats } from '#state/player-stats.ts'
import { frames, mount, type Mounted } from './support/mount.tsx'

const host = inject('mediaHost')
const lineOf = {
  flv: (stream: string) => ({
    id: 'flv',
    name: '线路一',
    kind: 'flv' as const,
    url: `ws://${host}/media/${stream}.flv`,
  }),
  hls: (stream: string) => ({
    id: 'hls',
    name: '线路二',
    kind: 'hls' as const,
    url: `http://${host}/media/${stream}/index.m3u8`,
  }),
}
/** Every engine that plays in this browser: FLV through either library, HLS through hls.js. */
const ENGINES = ['flv', 'mpegts', 'hls'] as const
const playing = (engine: (typeof ENGINES)[number], stream: string) => ({
  lines: [engine === 'hls' ? lineOf.hls(stream) : lineOf.flv(stream)],
  preferences: { volume: 0.5, isMuted: true, flvEngine: engine === 'mpegts' ? engine : ('auto' as const) },
})
const missing = { id: 'gone', name: '线路零', kind: 'flv' as const, url: `ws://${host}/media/not/there.flv` }

async function control(path: string): Promise<void> {
  await fetch(`http://${inject('mediaControl')}${path}`, { method: 'POST' })
}

let page: Mounted | null = null
afterEach(async () => {
  page?.unmount()
  page = null
  vi.useRealTimers()
  vi.restoreAllMocks()
  await control('/up')
})

interface Watched {
  readonly stats: PlayerStats[]
  readonly video: HTMLVideoElement
  readonly root: HTMLElement
  readonly change: (props: Partial<PlayerProps>) => void
  /** Resolves when `data-video` has the value. */
  readonly state: (wanted: VideoState) => Promise<void>
  /** Resolves when figures arrive for which the condition holds. */
  readonly figures: (isEnough: (stats: PlayerStats) => boolean) => Promise<PlayerStats>
}

function watch(props: Pick<PlayerProps, 'lines'> & Partial<PlayerProps>): Watched {
  const stats: PlayerStats[] = []
  const waiting = new Set<() => void>()
  const onStats = (next: PlayerStats): void => {
    stats.push(next)
    for (const check of waiting) check()
  }
  const draw = (change: Partial<PlayerProps>) => (
    <div style={{ width: 390, height: 220 }}>
      <Player
        picture="live"
        title="北港联 对 南屿"
        preferences={{ volume: 0.5, isMuted: true, flvEngine: 'auto' }}
        onStats={onStats}
        {...props}
        {...change}
      />
    </div>
  )
  page = mount(draw({}))
  const root = page.root.querySelector<HTMLElement>('[data-video]')
  const video = page.root.querySelector('video')
  if (!root || !video) throw new Error('no player')
  return {
    stats,
    video,
    root,
    change: (change) => page?.render(draw(change)),
    state: (wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (root.dataset['video'] !== wanted) return
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(check)
        observer.observe(root, { attributes: true, attributeFilter: ['data-video'] })
        check()
      }),
    figures: (isEnough) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = stats.at(-1)
          if (!found || !isEnough(found)) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
      }),
  }
}

/** Waits until the media time has advanced by so many seconds. */
function advanced(video: HTMLVideoElement, seconds: number): Promise<number> {
  const start = video.currentTime
  return new Promise((resolve) => {
    const check = (): void => {
      if (video.currentTime - start < seconds) video.requestVideoFrameCallback(check)
      else resolve(video.currentTime - start)
    }
    check()
  })
}

/** The tab comes to the front and the network returns: what made the page wait may be over. */
function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
}

/** How many streams were asked for from now on, once what was begun has had the time to ask. */
async function connectionsAfter(act: () => void): Promise<number> {
  const opened = vi.spyOn(window, 'WebSocket')
  act()
  await frames(30)
  const count = opened.mock.calls.length
  opened.mockRestore()
  return count
}

describe('playing', () => {
  it.each(ENGINES)('%s shows its picture and plays on, over one connection', async (kind) => {
    await watch(playing(kind, 'play')).state('playing') // brings the engine's code
    page?.unmount()
    const player = watch(playing(kind, 'play'))
    expect(player.root.dataset['video']).toBe('loading')
    await player.state('playing')
    await advanced(player.video, 4)
    const figures = await player.figures(({ framesPerSecond }) => framesPerSecond > 0)
    expect(figures).toMatchObject({ engine: kind, connections: 1 })
    expect([player.video.videoWidth, player.video.videoHeight]).toEqual([640, 360])
    // How soon, how late and how smooth are figures of `npm run bench -- video`; tests share their machine.
    expect(figures.firstFrameMs).toBeGreaterThan(0)
    expect(figures.latencySeconds).toBeGreaterThan(0)
  })

  it.each(ENGINES)('%s is soon live again after a pause', async (kind) => {
    const player = watch(playing(kind, 'pause'))
    await player.state('playing')
    const press = (label: string) =>
      userEvent.click(page?.root.querySelector(`[aria-label="${label}"]`) ?? document.body)
    await press('暂停')
    await player.figures(({ bufferSeconds }) => bufferSeconds > 6)
    await press('播放')
    await player.figures(({ latencySeconds }) => latencySeconds !== null && latencySeconds < 3)
    expect(player.stats.at(-1)).toMatchObject({ engine: kind, connections: 1 })
  })

  it('falls back from FLV to HLS when the line is not there', async () => {
    const player = watch({ lines: [missing, lineOf.hls('fallback')] })
    await player.state('playing')
    await advanced(player.video, 1)
    expect(player.stats.at(-1)).toMatchObject({ engine: 'hls', lineId: 'hls', connections: 4 })
  })

  it('changes the line when told to', async () => {
    const player = watch({ lines: [lineOf.flv('change'), lineOf.hls('change')] })
    await player.state('playing')
    await userEvent.click(page?.root.querySelector('[aria-label="画面设置"]') ?? document.body)
    // The window's code is loaded when it is opened for the first time.
    const options = () => [...document.querySelectorAll('[aria-label="线路"] [role="radio"]')]
    await expect.poll(() => options().map((option) => option.textContent)).toEqual(['线路一', '线路二'])
    await userEvent.click(options()[1] ?? document.body)
    await player.figures(({ engine, firstFrameMs }) => engine === 'hls' && firstFrameMs !== null)
    await player.state('playing')
    await advanced(player.video, 0.5)
  })
})

describe('the two FLV libraries', () => {
  it('FLV that flv.js cannot start is tried with mpegts.js, on the same line, before the next', async () => {
    const { 'garbage.flv': port } = inject('hostilePorts')
    const garbage = { ...lineOf.flv('none'), id: 'garbage', url: `http://127.0.0.1:${port}/garbage.flv` }
    const player = watch({ lines: [garbage, lineOf.hls('after')] })
    const figures = await player.figures(({ engine }) => engine === 'mpegts')
    expect(figures.lineId).toBe('garbage')
    await player.state('playing')
    expect(player.stats.at(-1)).toMatchObject({ engine: 'hls', lineId: 'hls' })
  })

  it('changes the library when told to, and remembers it', async () => {
    const wishes: unknown[] = []
    const player = watch({ lines: [lineOf.flv('library')], onPreferences: (wish) => wishes.push(wish) })
    await player.state('playing')
    await userEvent.click(page?.root.querySelector('[aria-label="画面设置"]') ?? document.body)
    const option = () => document.querySelectorAll('[aria-label="解码"] [role="radio"]')[2]
    await expect.poll(() => option()?.textContent).toBe('mpegts.js')
    await userEvent.click(option() ?? document.body)
    await player.figures(({ engine, firstFrameMs }) => engine === 'mpegts' && firstFrameMs !== null)
    await advanced(player.video, 0.5)
    expect(wishes).toEqual([{ volume: 0.5, isMuted: true, flvEngine: 'mpegts' }])
  })
})

describe('the system', () => {
  it('knows what plays, and its media keys act on the player', async () => {
    const handlers = new Map<string, MediaSessionActionHandler | null>()
    const original = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession)
    navigator.mediaSession.setActionHandler = (name, handler) => void handlers.set(name, handler)
    const player = watch({ lines: [lineOf.flv('system')], artist: '楚楚讲球', artwork: '/art/av-1.svg' })
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

describe('trouble', () => {
  it.each(ENGINES)('%s comes back by itself after the server was away', async (kind) => {
    const player = watch(playing(kind, 'outage'))
    await player.state('playing')
    await control('/down')
    await player.state('stalled')
    await control('/up')
    await player.state('playing')
    await advanced(player.video, 0.5)
  })

  it('hls plays on after it has set the video element back to cure what could not be decoded', async () => {
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

  it('knows in a hidden tab, which draws no frames, that a line plays', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.spyOn(HTMLVideoElement.prototype, 'requestVideoFrameCallback').mockReturnValue(1)
    const forget = vi.spyOn(HTMLVideoElement.prototype, 'cancelVideoFrameCallback')
    const player = watch({ lines: [lineOf.flv('hidden')] })
    await player.state('playing')
    expect(forget).toHaveBeenCalledWith(1)
    const { firstFrameMs } = await player.figures(({ firstFrameMs }) => firstFrameMs !== null)
    expect(firstFrameMs).toBeGreaterThan(0)
  })

  it('starts a picture again that stands paused though nobody has paused it', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
    play.mockRejectedValueOnce(new DOMException('interrupted by a new load request', 'AbortError'))
    const player = watch({ lines: [lineOf.flv('paused')] })
    await expect.poll(() => playedSeconds(player.video)).toBeGreaterThan(0.5)
    expect(play.mock.calls.length).toBeGreaterThan(1)
  })

  it('S4.3 shows that the anchor is away, keeps nothing open meanwhile, and plays on return', async () => {
    const player = watch({ lines: [lineOf.flv('anchor')] })
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

  it.each(['interrupted', 'ended'] as const)(
    'connects to nothing when the page returns to a stream that is %s',
    async (picture) => {
      const player = watch({ lines: [lineOf.flv('over')] })
      await player.state('playing')
      player.change({ picture })
      await player.state(picture)
      expect(await connectionsAfter(comeBack)).toBe(0)
      expect(player.video.getAttribute('src')).toBeNull()
      player.change({ picture: 'live' })
      await player.state('playing')
    },
  )

  const press = (label: string) => page?.root.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click()
  /** Pauses until the stream is let go of. */
  const pauseToRest = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press('暂停')
    await frames(1)
    vi.advanceTimersByTime(REST_AFTER_MS)
    vi.useRealTimers()
  }

  it('settled 23 rests as long as the pause lasts, though the page returns, and plays on when told to', async () => {
    const player = watch({ lines: [lineOf.flv('rest')] })
    await player.state('playing')
    await pauseToRest()
    expect(player.video.getAttribute('src')).toBeNull()
    expect(await connectionsAfter(comeBack)).toBe(0)
    press('播放')
    await player.state('playing')
    await advanced(player.video, 0.3)
  })

  it('settled 23 offers to play, and waits for nothing, when the anchor comes back during a pause at rest', async () => {
    const player = watch({ lines: [lineOf.flv('rest-again')] })
    await player.state('playing')
    await pauseToRest()
    player.change({ picture: 'interrupted' })
    await player.state('interrupted')
    expect(page?.root.querySelector('[aria-label="开始播放"]')).toBeNull()
    player.change({ picture: 'live' })
    await player.state('loading')
    expect(player.root.textContent).not.toContain('正在接上画面')
    press('开始播放')
    await player.state('playing')
    expect(page?.root.querySelector('[aria-label="开始播放"]')).toBeNull()
  })

  it('settled 23 lets go of a stream that the browser refuses to play, and plays it when told to', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
    play.mockRejectedValue(new DOMException('no press yet', 'NotAllowedError'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const player = watch({ lines: [lineOf.flv('refused')] })
    const start = () => page?.root.querySelector<HTMLElement>('[aria-label="开始播放"]')
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

  it('S4.2 opens no stream before the start', async () => {
    const player = watch({ lines: [lineOf.flv('early')], picture: 'not-started', note: '20:00 开球' })
    await player.state('not-started')
    expect(player.root.textContent).toContain('赛事未开始')
    expect(player.root.textContent).toContain('20:00 开球')
    expect(player.video.getAttribute('src')).toBeNull()
    player.change({ picture: 'ended' })
    await player.state('ended')
  })

  it('says so when there is no line, and asks for lines again when told to', async () => {
    const player = watch({ lines: [], onReload: () => player.change({ lines: [lineOf.flv('late')] }) })
    await player.state('error')
    const alert = player.root.querySelector('[role="alert"]')
    expect(alert?.textContent).toContain('还没有可看的线路')
    await userEvent.click(alert?.querySelector('button') ?? document.body)
    await player.state('playing')
  })

  it('waits for lines that are not known yet, and keeps those it has', async () => {
    const player = watch({ lines: null })
    const states: (string | undefined)[] = []
    const note = new MutationObserver(() => states.push(player.root.dataset['video']))
    note.observe(player.root, { attributeFilter: ['data-video'] })
    expect(player.root.dataset['video']).toBe('loading')
    player.change({ lines: [lineOf.flv('known')] })
    await player.state('playing')
    player.change({ lines: null })
    await advanced(player.video, 0.5)
    expect(states).toEqual(['playing'])
    expect(player.stats.at(-1)).toMatchObject({ connections: 1 })
    note.disconnect()
  })
})

describe('controls', () => {
  it('pauses, plays, mutes and remembers the wish', async () => {
    const wishes: unknown[] = []
    const player = watch({ lines: [lineOf.flv('controls')], onPreferences: (wish) => wishes.push(wish) })
    await player.state('playing')
    const press = (label: string) =>
      userEvent.click(page?.root.querySelector(`[aria-label="${label}"]`) ?? document.body)
    await press('暂停')
    expect([player.video.paused, player.root.dataset['paused']]).toEqual([true, 'true'])
    await press('播放')
    await advanced(player.video, 0.3)
    await press('打开声音')
    expect(player.video.muted).toBe(false)
    await userEvent.keyboard('m')
    expect(player.video.muted).toBe(true)
    expect(wishes).toEqual([
      { volume: 0.5, isMuted: false, flvEngine: 'auto' },
      { volume: 0.5, isMuted: true, flvEngine: 'auto' },
    ])
  })

  it('keys act for whoever has just set the volume', async () => {
    const player = watch({
      lines: [lineOf.flv('volume')],
      preferences: { volume: 0.5, isMuted: true, flvEngine: 'auto' },
    })
    await player.state('playing')
    const slider = page?.root.querySelector<HTMLInputElement>('input[type="range"]')
    slider?.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect([player.video.muted, document.activeElement]).toEqual([false, slider])
    await userEvent.keyboard('m')
    await expect.poll(() => player.video.muted).toBe(true)
    await userEvent.keyboard(' ')
    await expect.poll(() => player.video.paused).toBe(true)
  })

  it.each(['dialog', 'alertdialog'])('keys belong to an open window (%s)', async (role) => {
    const player = watch({
      lines: [lineOf.flv('window')],
      overlay: (
        <div role={role} aria-label="窗">
          <button type="button">知道了</button>
        </div>
      ),
    })
    await player.state('playing')
    page?.root.querySelector<HTMLElement>(`[role="${role}"] button`)?.focus()
    await userEvent.keyboard('m')
    expect(player.video.muted).toBe(true)
  })

  it('the space bar scrolls the page where there is nothing to play', async () => {
    const player = watch({ lines: [lineOf.flv('space')] })
    await player.state('playing')
    const press = (): boolean =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', bubbles: true, cancelable: true }))
    expect([press(), player.video.paused]).toEqual([false, true])
    player.change({ picture: 'ended' })
    await player.state('ended')
    expect(press()).toBe(true)
  })

  it('keys are inert while somebody types', async () => {
    const player = watch({ lines: [lineOf.flv('typing')], overlay: <input aria-label="说点什么" /> })
    await player.state('playing')
    page?.root.querySelector('input')?.focus()
    await userEvent.keyboard('m f')
    expect([player.video.muted, player.video.paused, document.fullscreenElement]).toEqual([true, false, null])
    expect(page?.root.querySelector('input')?.value).toBe('m f')
  })
})
