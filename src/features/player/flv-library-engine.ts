import type { CreateEngine, EngineFailure } from './engine.ts'

/** What both FLV libraries know as a player; mpegts.js has kept the names of flv.js, from which it descends. */
interface FlvPlayer {
  on(event: string, listener: (...values: unknown[]) => void): void
  attachMediaElement(video: HTMLMediaElement): void
  detachMediaElement(): void
  load(): void
  unload(): void
  destroy(): void
}

/** One of the two FLV libraries. */
export interface FlvLibrary {
  readonly kind: 'flv' | 'mpegts'
  readonly isSupported: () => boolean
  readonly createPlayer: (url: string) => FlvPlayer
  readonly events: Readonly<Record<'ERROR' | 'LOADING_COMPLETE' | 'METADATA_ARRIVED' | 'STATISTICS_INFO', string>>
  readonly errorTypes: { readonly NETWORK_ERROR: string }
  readonly errorDetails: { readonly MEDIA_CODEC_UNSUPPORTED: string }
}

/** Settings that both understand: no stash (latency), no worker (broken in flv.js 1.6.2), a back buffer that stays small. */
export const FLV_CONFIG = {
  enableStashBuffer: false,
  enableWorker: false,
  lazyLoad: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
} as const

const BYTES_PER_KB = 1024
/** How often (seconds) both tell their statistics. */
const STATISTICS_EVERY_S = 0.6
/**
 * What a picture is made of stands in the first bytes of FLV. A stream that has brought the lesser of these and no picture
 * for three seconds has none, and one that has brought the greater would only fill the memory.
 */
const ENOUGH_FOR_PICTURE = 512 * 1024
const FLOOD = 32 * 1024 * 1024
const LATE_AFTER_REPORTS = 5

/** Whether the bytes of a stream without a picture so far can still become one. */
function isHopeless(received: number, reports: number): boolean {
  return received > FLOOD || (received > ENOUGH_FOR_PICTURE && reports >= LATE_AFTER_REPORTS)
}

function speedOf(info: unknown): number | null {
  const speed = typeof info === 'object' && info !== null && 'speed' in info ? info.speed : null
  return typeof speed === 'number' && Number.isFinite(speed) ? speed * BYTES_PER_KB : null
}

/** FLV over WebSocket or HTTP. The library neither chases the live edge nor reconnects: the session does both. */
export function flvEngine(library: FlvLibrary): CreateEngine {
  const { kind, events: names, errorTypes, errorDetails } = library
  const failureOf = (type: unknown, detail: unknown): EngineFailure => {
    if (type === errorTypes.NETWORK_ERROR) return 'network'
    return detail === errorDetails.MEDIA_CODEC_UNSUPPORTED ? 'unsupported' : 'media'
  }
  return (video, events) => {
    let player: FlvPlayer | null = null
    let bytesPerSecond: number | null = null
    let received = 0
    let reports = 0

    const stop = (): void => {
      const old = player
      player = null
      bytesPerSecond = null
      received = 0
      reports = 0
      if (!old) return
      try {
        old.unload()
        old.detachMediaElement()
        old.destroy()
      } catch {
        // both throw when torn down while their loader is still opening; they have let go of the element by then
      }
    }

    const start = (url: string): void => {
      const created = library.createPlayer(url)
      player = created
      // When all that was queued before has run: both still owe events to themselves, and stumble when those are late.
      const fail = (failure: EngineFailure, detail: string): void => {
        queueMicrotask(() => {
          if (player === created) events.onFailure(failure, detail)
        })
      }
      created.on(names.ERROR, (type, detail) => fail(failureOf(type, detail), String(detail)))
      created.on(names.LOADING_COMPLETE, () => fail('closed', 'end of stream'))
      created.on(names.METADATA_ARRIVED, () => {
        if (player === created) events.onMetadata()
      })
      created.on(names.STATISTICS_INFO, (info) => {
        bytesPerSecond = speedOf(info)
        received += (bytesPerSecond ?? 0) * STATISTICS_EVERY_S
        reports += 1
        const hasPicture = video.readyState > HTMLMediaElement.HAVE_NOTHING
        if (!hasPicture && isHopeless(received, reports)) fail('media', 'no picture in it')
      })
      created.attachMediaElement(video)
      created.load()
    }

    return {
      kind,
      chasesLive: false,
      load(url) {
        stop()
        if (library.isSupported()) start(url)
        else events.onFailure('unsupported', 'no Media Source Extensions')
      },
      stats: () => ({ bytesPerSecond, latencySeconds: null }),
      setLevel: () => undefined,
      destroy: stop,
    }
  }
}
