import type { StreamSource } from '#protocol/endpoints/live.ts'
import { type Engine, type EngineChoice, type EngineFailure } from './engine/engine.ts'
import { importEngine } from './engine/load-engine.ts'
import { FirstFrame } from './first-frame.ts'
import type { QualityChoice, QualityWish } from './quality.ts'
import { sourceUrl } from './source/source-url.ts'
import { qualityUrl } from '#protocol/rules/video-quality.ts'
import { decide, type Decision, isStill, startWatch, type Watch, WATCH_INTERVAL_MS } from './watchdog.ts'

export interface ConnectionEvents {
  /** The first frame of this connection was rendered, `milliseconds` after opening. */
  readonly onFirstFrame: (milliseconds: number) => void
  /** The connection has closed itself. */
  readonly onFailure: (failure: EngineFailure) => void
  /** Called before the video element is released, while it shows its last frame. */
  readonly onLeave: () => void
  /** The qualities of the connection, smallest first; empty if it has one. */
  readonly onHeights: (heights: readonly number[]) => void
  /** The engine has reset the video element, which pauses it. */
  readonly onSetBack: () => void
  /** Called after every watchdog check. */
  readonly onChecked: (result: WatchResult) => void
}

/** Result of a watchdog check. */
export interface WatchResult {
  /** The video should advance and does not. */
  readonly isStill: boolean
  readonly isPaused: boolean
  readonly hasStalled: boolean
  readonly hasJumped: boolean
}

interface ConnectionOptions {
  readonly source: StreamSource
  readonly choice: EngineChoice
  readonly quality: QualityChoice
}

/** One source on one video element: engine and watchdog, from `open` to the first failure or `close`. */
export class Connection {
  readonly source: StreamSource
  readonly #choice: EngineChoice
  readonly #quality: QualityChoice
  readonly #video: HTMLVideoElement
  readonly #events: ConnectionEvents
  readonly #openedAt = performance.now()
  #engine: Engine | null = null
  #watch: Watch = startWatch(performance.now())
  #timer: number | null = null
  #firstFrame: FirstFrame | null = null
  #hasMetadata = false
  #isClosed = false
  /** Smallest first; empty until they are known, and for a single quality. */
  #heights: readonly number[] = []
  #wish: QualityWish | null = null

  private constructor(
    { source, choice, quality }: ConnectionOptions,
    video: HTMLVideoElement,
    events: ConnectionEvents,
  ) {
    this.source = source
    this.#choice = choice
    this.#quality = quality
    this.#video = video
    this.#events = events
  }

  /** Opens a source; `onReady` is called when the engine has attached the video element and `play` may be called. */
  static open(
    options: ConnectionOptions,
    video: HTMLVideoElement,
    events: ConnectionEvents,
    onReady: () => void,
  ): Connection {
    const connection = new Connection(options, video, events)
    void connection.#start(onReady)
    return connection
  }

  get engine(): Engine | null {
    return this.#engine
  }

  async #start(onReady: () => void): Promise<void> {
    const createEngine = await importEngine(this.#choice).catch(() => null)
    if (this.#isClosed) return
    if (!createEngine) return this.#fail(navigator.onLine ? 'no-code' : 'network')
    this.#firstFrame = new FirstFrame(this.#video, () => {
      if (this.source.kind === 'flv') this.#checkHeights()
      this.#events.onFirstFrame(performance.now() - this.#openedAt)
    })
    this.#engine = createEngine(this.#video, {
      onFailure: (failure) => this.#fail(failure),
      onMetadata: () => (this.#hasMetadata = true),
      onHeights: (heights) => this.#offer(heights),
      onSetBack: () => this.#events.onSetBack(),
    })
    this.#watch = startWatch(performance.now())
    this.#timer = window.setInterval(() => this.#check(), WATCH_INTERVAL_MS)
    try {
      this.#engine.load(sourceUrl(this.#sourceInQuality(), window.location.href))
    } catch {
      return this.#fail('media') // an invalid URL, or a library that refuses its settings
    }
    if (!this.#isClosed) onReady()
  }

  /**
   * Applies a change of the choice or of its conditions. Returns true if the source must be opened again for it, as with
   * FLV.
   */
  adjustQuality(): boolean {
    if (this.#heights.length < 2 || !this.#wish || !this.#engine) return false
    const before = this.#wish
    const wish = this.#quality.wish(this.#heights, before.height)
    if (wish.height === before.height && wish.isFixed === before.isFixed) return false
    this.#wish = wish
    this.#engine.setQuality(wish)
    return this.source.kind === 'flv' && wish.height !== before.height
  }

  /** An FLV source has a URL per quality. */
  #sourceInQuality(): StreamSource {
    const { source } = this
    const { heights = [] } = source
    if (source.kind !== 'flv' || heights.length < 2) return source
    this.#heights = heights
    this.#wish = this.#quality.wish(heights)
    return { ...source, url: qualityUrl(source.url, this.#wish.height) }
  }

  /** The qualities of an HLS playlist. */
  #offer(heights: readonly number[]): void {
    this.#heights = heights
    if (heights.length > 1) {
      this.#wish = this.#quality.wish(heights)
      this.#engine?.setQuality(this.#wish)
    }
    this.#events.onHeights(heights)
  }

  /** A publisher, who may have replaced the clip, sends one quality whatever the URL asks for. */
  #checkHeights(): void {
    const isOffered = this.#heights.includes(this.#video.videoHeight)
    if (!isOffered) this.#heights = []
    this.#events.onHeights(this.#heights)
  }

  #check(): void {
    const { buffered, currentTime, playbackRate, paused, ended } = this.#video
    const ranges = Array.from({ length: buffered.length }, (_, index) => ({
      start: buffered.start(index),
      end: buffered.end(index),
    }))
    const chasesLive = this.#engine?.chasesLive ?? true
    const isPaused = paused && !ended
    const stallsBefore = this.#watch.stalls.at(-1)
    const at = performance.now()
    const result = decide(this.#watch, {
      at,
      currentTime,
      ranges,
      playbackRate,
      isPaused,
      chasesLive,
      hasMetadata: this.#hasMetadata,
      pictures: document.hidden ? null : this.#video.getVideoPlaybackQuality().totalVideoFrames,
    })
    this.#watch = result.watch
    this.#act(result.decision)
    if (this.#isClosed) return
    if (this.#firstFrame?.check() === false) return this.#fail('unsupported')
    const hasStalled = result.watch.stalls.at(-1) !== stallsBefore
    if (hasStalled && !document.hidden && this.#wish) this.#quality.stalled(this.#heights, this.#wish.height)
    this.#events.onChecked({
      isStill: isStill(result.watch, at),
      isPaused,
      hasStalled,
      hasJumped: result.decision.kind === 'jump' || result.decision.kind === 'seek',
    })
  }

  #act(decision: Decision): void {
    if (decision.kind === 'jump' || decision.kind === 'seek') this.#video.currentTime = decision.to
    if (decision.kind === 'rate') this.#video.playbackRate = decision.rate
    if (decision.kind !== 'reconnect') return
    // data without a decodable picture is a different failure than no data
    const isFed = decision.reason === 'stuck' || (this.#engine?.stats().bytesPerSecond ?? 0) > 0
    this.#fail(isFed ? 'media' : 'network')
  }

  #fail(failure: EngineFailure): void {
    if (this.#isClosed) return
    this.close()
    this.#events.onFailure(failure)
  }

  /** Closes it without an event. Idempotent. */
  close(): void {
    if (this.#isClosed) return
    this.#events.onLeave()
    this.#isClosed = true
    if (this.#timer !== null) window.clearInterval(this.#timer)
    this.#firstFrame?.stop()
    this.#engine?.destroy()
    this.#video.playbackRate = 1
  }
}
