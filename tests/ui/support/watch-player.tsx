import { inject, onTestFinished, vi } from 'vitest'
import { Player, type PlayerProps } from '#features/player/Player.tsx'
import type { VideoState } from '#features/player/player-state.ts'
import type { PlayerStats } from '#state/room/player-stats.ts'
import { frames, mount, type Mounted } from './mount.tsx'

const host = inject('mediaHost')
/** Sources of a stream of the shared media server. */
export const sourceOf = {
  flv: (stream: string) => ({
    id: 'flv',
    name: '线路一',
    kind: 'flv' as const,
    url: `ws://${host}/media/${stream}.flv`,
    heights: [360, 720],
  }),
  hls: (stream: string) => ({
    id: 'hls',
    name: '线路二',
    kind: 'hls' as const,
    url: `http://${host}/media/${stream}/index.m3u8`,
  }),
}
/** Calls the control server: `/down?stream=a`, `/up?stream=a`, `/publishing?stream=a&on=0`. */
export async function control(path: string): Promise<void> {
  await fetch(`http://${inject('mediaControl')}${path}`, { method: 'POST' })
}

let page: Mounted | null = null

type Faked = 'performance' | 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'
const CLOCKS: readonly Faked[] = ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']
const STEP_MS = 20
const realInterval = window.setInterval.bind(window)
let stepper = 0

/**
 * Lets the given clocks of the page run `rate` times as fast as real time, until `leavePlayer`. Media keep real time, so
 * the rate must be 1 while a test measures playback.
 */
export function controlClock(rate: number, faked: readonly Faked[] = CLOCKS): { rate: number } {
  const clock = { rate }
  vi.useFakeTimers({ toFake: [...faked] })
  stepper = realInterval(() => vi.advanceTimersByTime(STEP_MS * clock.rate), STEP_MS)
  return clock
}

/** Unmounts the player and restores timers and spies. */
export function leavePlayer(): void {
  page?.unmount()
  page = null
  vi.useRealTimers()
  window.clearInterval(stepper)
  vi.restoreAllMocks()
}

/** A mounted player and its awaitable state. */
export interface Watched {
  readonly stats: PlayerStats[]
  readonly video: HTMLVideoElement
  readonly root: HTMLElement
  /** The visible element with this accessible name, or null. */
  readonly named: (label: string) => HTMLElement | null
  readonly change: (props: Partial<PlayerProps>) => void
  /** Resolves when `data-video` has this value. */
  readonly state: (wanted: VideoState) => Promise<void>
  /** Resolves with the first statistics that match. */
  readonly figures: (isEnough: (stats: PlayerStats) => boolean) => Promise<PlayerStats>
}

/** Mounts a player, until the end of the test, and records its statistics. `size` is that of its container. */
export function watch(
  props: Pick<PlayerProps, 'sources'> & Partial<PlayerProps>,
  size: { width: number; height: number } = { width: 390, height: 220 },
): Watched {
  const stats: PlayerStats[] = []
  const waiting = new Set<() => void>()
  const onStats = (next: PlayerStats): void => {
    stats.push(next)
    for (const check of waiting) check()
  }
  const draw = (change: Partial<PlayerProps>) => (
    <div style={size}>
      <Player
        picture="live"
        title="北港联 对 南屿"
        preferences={{ volume: 0.5, isMuted: true, flvEngine: 'auto', quality: null }}
        onStats={onStats}
        {...props}
        {...change}
      />
    </div>
  )
  page = mount(draw({}))
  onTestFinished(leavePlayer)
  const root = page.root.querySelector<HTMLElement>('[data-video]')
  const video = page.root.querySelector('video')
  if (!root || !video) throw new Error('no player')
  return {
    stats,
    video,
    root,
    named: (label) => root.querySelector<HTMLElement>(`[aria-label="${label}"]`),
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

/** Waits until the media time has advanced by this many seconds. */
export function advanced(video: HTMLVideoElement, seconds: number): Promise<number> {
  const start = video.currentTime
  return new Promise((resolve) => {
    const check = (): void => {
      if (video.currentTime - start < seconds) video.requestVideoFrameCallback(check)
      else resolve(video.currentTime - start)
    }
    check()
  })
}

/** Shows the tab and goes online. */
export function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
}

/** The number of requested streams after `act`, when pending attempts are complete. */
export async function connectionsAfter(act: () => void): Promise<number> {
  const opened = vi.spyOn(window, 'WebSocket')
  act()
  await frames(30)
  const count = opened.mock.calls.length
  opened.mockRestore()
  return count
}

/** Every engine that plays in this browser: FLV by either library, HLS by hls.js. */
export const ENGINES = ['flv', 'mpegts', 'hls'] as const

/** A player of one engine with one source. */
export const playing = (engine: (typeof ENGINES)[number], stream: string) => ({
  sources: [engine === 'hls' ? sourceOf.hls(stream) : sourceOf.flv(stream)],
  preferences: {
    volume: 0.5,
    isMuted: true,
    flvEngine: engine === 'mpegts' ? engine : ('auto' as const),
    quality: null,
  },
})
