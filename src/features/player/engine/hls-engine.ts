import Hls, { type ErrorData } from 'hls.js/light'
import { type CreateEngine, type EngineFailure } from './engine.ts'
import { HLS_CONFIG, MAX_LEVELS } from './hls-config.ts'

export function isHlsSupported(): boolean {
  return Hls.isSupported()
}

/** Segments behind the live edge without low-latency parts, instead of three. */
const SEGMENTS_BEHIND = 2
/** A second media failure within this time requires the stronger recovery. */
const MEDIA_FAILURE_MEMORY_MS = 10_000

/** Unrecoverable errors, however hls.js classifies them. */
const FAILURES: Partial<Record<string, EngineFailure>> = {
  [Hls.ErrorDetails.MANIFEST_PARSING_ERROR]: 'media',
  [Hls.ErrorDetails.LEVEL_PARSING_ERROR]: 'media',
  [Hls.ErrorDetails.LEVEL_EMPTY_ERROR]: 'media',
  [Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR]: 'unsupported',
  [Hls.ErrorDetails.BUFFER_ADD_CODEC_ERROR]: 'unsupported',
  [Hls.ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR]: 'unsupported',
}

/** Recovery of undecodable data, weakest first; false if none is left. */
function mediaCures(hls: Hls): () => boolean {
  let failures: readonly number[] = []
  return () => {
    const now = performance.now()
    const recent = failures.filter((at) => now - at < MEDIA_FAILURE_MEMORY_MS)
    failures = [...recent, now]
    if (recent.length > 1) return false
    if (recent.length === 1) hls.swapAudioCodec()
    hls.recoverMediaError()
    return true
  }
}

const SPEED_WINDOW_MS = 5_000

/** Bytes per second over the last five seconds. */
class Speed {
  #arrivals: { at: number; bytes: number }[] = []

  add(bytes: number): void {
    this.#forgetOld()
    this.#arrivals.push({ at: performance.now(), bytes })
  }

  read(): number {
    this.#forgetOld()
    return (this.#arrivals.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / SPEED_WINDOW_MS
  }

  #forgetOld(): void {
    const now = performance.now()
    this.#arrivals = this.#arrivals.filter(({ at }) => now - at < SPEED_WINDOW_MS)
  }
}

/** HLS and low-latency HLS by the light build of hls.js, transmuxed in its worker. */
// oxlint-disable-next-line max-lines-per-function -- a list of handlers of one hls.js instance
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
      const failure = FAILURES[data.details] ?? (data.type === Hls.ErrorTypes.MEDIA_ERROR ? null : 'network')
      if (failure !== null) fail(failure, data.details)
      else if (!cure()) fail('media', data.details)
    })
    let isAttached = false
    created.on(Hls.Events.MEDIA_ATTACHED, () => {
      if (isAttached && hls === created) events.onSetBack()
      isAttached = true
    })
    created.on(Hls.Events.FRAG_BUFFERED, (_event, { frag, part }) => speed.add((part ?? frag).stats.loaded))
    created.on(Hls.Events.MANIFEST_PARSED, () => {
      const heights = new Set(created.levels.slice(0, MAX_LEVELS).map(({ height }) => height))
      heights.delete(0) // a level without a resolution
      if (hls === created) events.onHeights([...heights].sort((a, b) => a - b))
    })
    created.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
      if (!details.live) fail('closed', 'end of list')
      const hasHoldBack = details.partHoldBack > 0 || details.holdBack > 0
      if (!hasHoldBack) created.targetLatency = SEGMENTS_BEHIND * details.targetduration
    })
    // More than one segment behind the target is skipped by a seek. hls.js speeds up only slightly beyond that; with a
    // larger limit it would stay behind. Set here because the constructor accepts a limit only with a fixed distance,
    // which would override the playlist's. Not applied while paused.
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
      hls = new Hls(HLS_CONFIG)
      listen(hls)
      hls.attachMedia(video)
      hls.loadSource(url)
    },
    stats: () => ({
      bytesPerSecond: speed.read(),
      latencySeconds: hls && Number.isFinite(hls.latency) && hls.latency > 0 ? hls.latency : null,
    }),
    setQuality({ height, isFixed }) {
      if (!hls) return
      const level = hls.levels.findLastIndex((one) => one.height === height)
      if (level < 0) return
      hls.startLevel = level
      hls.autoLevelCapping = isFixed ? -1 : level
      const next = isFixed ? level : -1
      if (hls.nextLevel !== next) hls.nextLevel = next
    },
    destroy: stop,
  }
}
