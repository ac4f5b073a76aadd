import type { StreamSource } from '#protocol/endpoints/live.ts'
import { type Engine, type EngineChoice, type EngineFailure, type EngineLevel } from './engine.ts'
import { importEngine } from './load-engine.ts'
import { FirstFrame } from './first-frame.ts'
import { sourceUrl } from './source-url.ts'
import { decide, type Decision, startWatch, STILL_TICKS, type Watch, WATCH_INTERVAL_MS } from './watchdog.ts'

export interface ConnectionEvents {
  /** The first frame of this connection was rendered, `milliseconds` after opening. */
  readonly onFirstFrame: (milliseconds: number) => void
  /** The connection has closed itself. */
  readonly onFailure: (failure: EngineFailure) => void
  /** Called before the video element is released, while it shows its last frame. */
  readonly onLeave: () => void
  readonly onLevels: (levels: readonly EngineLevel[]) => void
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

/** One source on one video element: engine and watchdog, from `open` to the first failure or `close`. */
export class Connection {
  readonly source: StreamSource
  readonly #choice: EngineChoice
  readonly #video: HTMLVideoElement
  readonly #events: ConnectionEvents
  readonly #openedAt = performance.now()
  #engine: Engine | null = null
  #watch: Watch = startWatch(performance.now())
  #timer: number | null = null
  #firstFrame: FirstFrame | null = null
  #hasMetadata = false
  #isClosed = false

  private constructor(source: StreamSource, choice: EngineChoice, video: HTMLVideoElement, events: ConnectionEvents) {
    this.source = source
    this.#choice = choice
    this.#video = video
    this.#events = events
  }

  /** Opens a source; `onReady` is called when the engine has attached the video element and `play` may be called. */
  static open(
    { source, choice }: { readonly source: StreamSource; readonly choice: EngineChoice },
    video: HTMLVideoElement,
    events: ConnectionEvents,
    onReady: () => void,
  ): Connection {
    const connection = new Connection(source, choice, video, events)
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
      this.#events.onFirstFrame(performance.now() - this.#openedAt)
    })
    this.#engine = createEngine(this.#video, {
      onFailure: (failure) => this.#fail(failure),
      onMetadata: () => (this.#hasMetadata = true),
      onLevels: (levels) => this.#events.onLevels(levels),
      onSetBack: () => this.#events.onSetBack(),
    })
    this.#watch = startWatch(performance.now())
    this.#timer = window.setInterval(() => this.#look(), WATCH_INTERVAL_MS)
    try {
      this.#engine.load(sourceUrl(this.source, window.location.href))
    } catch {
      return this.#fail('media') // an invalid URL, or a library that refuses its settings
    }
    if (!this.#isClosed) onReady()
  }

  #look(): void {
    const { buffered, currentTime, playbackRate, paused, ended } = this.#video
    const ranges = Array.from({ length: buffered.length }, (_, index) => ({
      start: buffered.start(index),
      end: buffered.end(index),
    }))
    const chasesLive = this.#engine?.chasesLive ?? true
    const isPaused = paused && !ended
    const stallsBefore = this.#watch.stalls.at(-1)
    const result = decide(this.#watch, {
      at: performance.now(),
      currentTime,
      ranges,
      playbackRate,
      isPaused,
      chasesLive,
      hasMetadata: this.#hasMetadata,
    })
    this.#watch = result.watch
    this.#act(result.decision)
    if (this.#isClosed) return
    if (this.#firstFrame?.check() === false) return this.#fail('unsupported')
    this.#events.onChecked({
      isStill: result.watch.stillTicks >= STILL_TICKS,
      isPaused,
      hasStalled: result.watch.stalls.at(-1) !== stallsBefore,
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
