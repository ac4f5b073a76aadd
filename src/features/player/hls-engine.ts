import Hls, { type ErrorData, type HlsConfig, type LoadPolicy } from 'hls.js/light'
import workerUrl from 'hls.js/dist/hls.worker.js?url'
import { type CreateEngine, type EngineFailure } from './engine.ts'

export function isHlsSupported(): boolean {
  return Hls.isSupported()
}

/** A line that is down is known after a few quick tries; from there on the session decides. */
function policy(maxTimeToFirstByteMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs,
      maxLoadTimeMs: 10_000,
      timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 1_000 },
    },
  }
}

/** The defaults of hls.js never catch up with the live edge and keep all that was played; these do not. */
const CONFIG: Partial<HlsConfig> = {
  workerPath: workerUrl,
  lowLatencyMode: true,
  maxLiveSyncPlaybackRate: 1.1,
  backBufferLength: 30,
  manifestLoadPolicy: policy(5_000),
  playlistLoadPolicy: policy(8_000),
  fragLoadPolicy: policy(8_000),
}
/** Without low latency parts: stay this many segments behind instead of the usual three. */
const SEGMENTS_BEHIND = 2
/** A second media failure within this time asks for the stronger cure. */
const MEDIA_FAILURE_MEMORY_MS = 10_000

/** Cures for data that cannot be decoded, weakest first; false when none is left. */
function mediaCures(hls: Hls): () => boolean {
  const failures: number[] = []
  return () => {
    const now = performance.now()
    const recent = failures.filter((at) => now - at < MEDIA_FAILURE_MEMORY_MS).length
    failures.push(now)
    if (recent > 1) return false
    if (recent === 1) hls.swapAudioCodec()
    hls.recoverMediaError()
    return true
  }
}

const SPEED_WINDOW_MS = 5_000

/** Bytes per second over the last five seconds. */
class Speed {
  #arrivals: { at: number; bytes: number }[] = []

  add(bytes: number): void {
    this.#arrivals.push({ at: performance.now(), bytes })
  }

  read(): number {
    const now = performance.now()
    this.#arrivals = this.#arrivals.filter(({ at }) => now - at < SPEED_WINDOW_MS)
    return (this.#arrivals.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / SPEED_WINDOW_MS
  }
}

/** HLS and low latency HLS through the light build of hls.js, transmuxed in its worker. */
export const createHlsEngine: CreateEngine = (video, events) => {
  let hls: Hls | null = null
  const speed = new Speed()

  const stop = (): void => {
    const old = hls
    hls = null
    old?.destroy()
  }

  const listen = (created: Hls): void => {
    const cure = mediaCures(created)
    const fail = (failure: EngineFailure, detail: string): void => {
      if (hls === created) events.onFailure(failure, detail)
    }
    created.on(Hls.Events.ERROR, (_event, data: ErrorData) => {
      if (!data.fatal) return
      if (data.type !== Hls.ErrorTypes.MEDIA_ERROR) fail('network', data.details)
      else if (!cure()) fail('media', data.details)
    })
    created.on(Hls.Events.FRAG_BUFFERED, (_event, { frag, part }) => speed.add((part ?? frag).stats.loaded))
    created.on(Hls.Events.MANIFEST_PARSED, () => {
      const levels = created.levels.map(({ height, bitrate }, id) => ({ id, height, bitsPerSecond: bitrate }))
      if (hls === created) events.onLevels(levels)
    })
    created.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
      if (!details.live) fail('closed', 'end of list')
      const hasHoldBack = details.partHoldBack > 0 || details.holdBack > 0
      if (!hasHoldBack) created.targetLatency = SEGMENTS_BEHIND * details.targetduration
    })
    // One segment further behind than wanted is skipped by one seek. hls.js speeds up only to a little beyond that: with
    // a wider limit it would stay for good where it is. Set here because the constructor takes a limit only together
    // with a fixed distance, which would outrank that of the playlist. A paused picture stays where it is.
    created.on(Hls.Events.LEVEL_UPDATED, (_event, { details }) => {
      const wanted = created.targetLatency
      if (wanted === null) return
      created.config.liveMaxLatencyDuration = video.paused ? Infinity : wanted + details.targetduration
    })
  }

  return {
    kind: 'hls',
    chasesLive: true,
    load(url) {
      stop()
      hls = new Hls(CONFIG)
      listen(hls)
      hls.attachMedia(video)
      hls.loadSource(url)
    },
    stats: () => ({
      bytesPerSecond: speed.read(),
      latencySeconds: hls && Number.isFinite(hls.latency) && hls.latency > 0 ? hls.latency : null,
    }),
    setLevel(id) {
      if (hls) hls.nextLevel = id ?? -1
    },
    destroy: stop,
  }
}
