import type { CreateEngine, EngineFailure } from './engine.ts'

/** The common API of both FLV libraries; mpegts.js is a fork of flv.js. */
interface FlvPlayer {
  on(event: string, listener: (...values: unknown[]) => void): void
  attachMediaElement(video: HTMLMediaElement): void
  detachMediaElement(): void
  load(): void
  unload(): void
  destroy(): void
}

/** An FLV library. */
interface FlvLibrary {
  readonly kind: 'flv' | 'mpegts'
  readonly isSupported: () => boolean
  readonly createPlayer: (url: string) => FlvPlayer
  readonly events: Readonly<Record<'ERROR' | 'LOADING_COMPLETE' | 'METADATA_ARRIVED' | 'STATISTICS_INFO', string>>
  readonly errorTypes: { readonly NETWORK_ERROR: string }
  readonly errorDetails: { readonly MEDIA_CODEC_UNSUPPORTED: string }
}

/** Common settings: no stash (latency), no worker (broken in flv.js 1.6.2), a small back buffer. */
export const FLV_CONFIG = {
  enableStashBuffer: false,
  enableWorker: false,
  lazyLoad: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
} as const

const BYTES_PER_KB = 1024
/** Interval of statistics in seconds. */
const STATISTICS_EVERY_S = 0.6
/**
 * FLV metadata is in the first bytes. A stream with at least the smaller amount and no picture for three seconds has
 * none; with the larger amount it would only fill the memory.
 */
const ENOUGH_FOR_PICTURE = 512 * 1024
const FLOOD = 32 * 1024 * 1024
const LATE_AFTER_REPORTS = 5

/** Whether a stream without a picture so far can still have one. */
function isHopeless(received: number, reports: number): boolean {
  return received > FLOOD || (received > ENOUGH_FOR_PICTURE && reports >= LATE_AFTER_REPORTS)
}

function speedOf(info: unknown): number | null {
  const speed = typeof info === 'object' && info !== null && 'speed' in info ? info.speed : null
  return typeof speed === 'number' && Number.isFinite(speed) ? speed * BYTES_PER_KB : null
}

/** FLV over WebSocket or HTTP. The session follows the live edge and reconnects. */
// oxlint-disable-next-line max-lines-per-function -- start, stop and statistics share the counters of one player
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
        // both throw if destroyed while their loader is connecting, after releasing the element
      }
    }

    const start = (url: string): void => {
      const created = library.createPlayer(url)
      player = created
      // Deferred to a task, because both libraries dispatch pending events afterwards and fail if those are late.
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
      setQuality: () => undefined,
      destroy: stop,
    }
  }
}
