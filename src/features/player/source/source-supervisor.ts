import type { StreamSource } from '#protocol/endpoints/live.ts'
import { Connection } from '../connection.ts'
import { QualityChoice } from '../quality.ts'
import type { EngineFailure } from '../engine/engine.ts'
import { IDLE, type SourceEvents, type SourceStatus } from './source-status.ts'
import { errorOf, lastTry, type Outage, planRetry } from './outage.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'

/** Playback for this long ends an outage. */
const STABLE_MS = 5_000

/** Keeps a source playing: opens, retries and changes sources by the plan of `outage.ts`, until stopped. */
export class SourceSupervisor {
  readonly #video: HTMLVideoElement
  readonly #events: SourceEvents
  readonly #random: () => number
  /** Selects the library for FLV sources; set its `wish`. */
  readonly flv = new FlvChoice()
  /** Selects the quality; set its `wanted`. */
  readonly quality: QualityChoice
  #sources: readonly StreamSource[] = []
  #connection: Connection | null = null
  #outage: Outage | null = null
  #status: SourceStatus = IDLE
  /** The selected source, which another one may replace during an outage. */
  #ownId: string | null = null
  /** The selected source cannot be played, or failed again after a return, so the replacement stays. */
  #isGivenUp = false
  #retryTimer = 0
  #stableTimer = 0

  constructor(video: HTMLVideoElement, events: SourceEvents, random: () => number = Math.random) {
    this.#video = video
    this.#events = events
    this.#random = random
    this.quality = new QualityChoice(video)
  }

  get connection(): Connection | null {
    return this.#connection
  }

  get status(): SourceStatus {
    return this.#status
  }

  /** Starts with the given source, or with the first. */
  open(sources: readonly StreamSource[], sourceId: string | null): void {
    this.#sources = sources
    const source = sources.find((source) => source.id === sourceId) ?? sources[0]
    if (!source) return this.#fail('no-source')
    this.#ownId = source.id
    this.#isGivenUp = false
    this.#outage = null
    this.#status = { ...this.#status, error: null }
    this.#connect(source, null)
  }

  /** Changes the URLs of later connections; the current connection stays. */
  setSources(sources: readonly StreamSource[]): void {
    this.#sources = sources
  }

  /** Runs a scheduled retry now; nothing while connected. */
  retryNow(): void {
    const source = this.#sources.find((source) => source.id === this.#status.sourceId) ?? this.#sources[0]
    if (source && this.#status.phase !== 'showing' && !this.#connection) this.#connect(source, this.#status.outage)
  }

  /** Returns from a replacement to the selected source; not twice if it fails. Interrupts playback. */
  goBack(): void {
    const own = this.#sources.find(({ id }) => id === this.#ownId)
    const { phase, sourceId } = this.#status
    if (!own || sourceId === own.id || phase !== 'showing' || this.#outage || this.#isGivenUp) return
    this.#isGivenUp = true
    this.#outage = lastTry(performance.now())
    this.#connect(own, null)
  }

  /** Applies a change of the wanted quality or of its conditions. A connection attempt is restarted for a choice only. */
  adjustQuality(): void {
    const connection = this.#connection
    if (!connection || (this.#status.phase !== 'showing' && this.quality.wanted === null)) return
    if (!connection.adjustQuality()) return
    const source = this.#sources.find(({ id }) => id === connection.source.id) ?? connection.source
    this.#connect(source, this.#status.outage)
  }

  /** The next source, or the same one if there is only one. */
  next(): StreamSource | undefined {
    const at = this.#sources.findIndex((source) => source.id === this.#status.sourceId)
    return this.#sources[(at + 1) % this.#sources.length]
  }

  close(): void {
    this.#stop()
    this.#outage = null
    this.#set(IDLE)
  }

  #stop(): void {
    window.clearTimeout(this.#retryTimer)
    window.clearTimeout(this.#stableTimer)
    this.#connection?.close()
    this.#connection = null
  }

  #set(status: SourceStatus): void {
    this.#status = status
    this.#events.onStatus(status)
  }

  #fail(error: 'unsupported' | 'no-source'): void {
    this.#stop()
    this.#set({ ...IDLE, error })
  }

  #connect(source: StreamSource, outage: SourceStatus['outage']): void {
    this.#stop()
    this.#set({ ...this.#status, phase: 'connecting', sourceId: source.id, outage })
    const { onHeights, onChecked, onLeave, onSetBack, onReady } = this.#events
    const onFirstFrame = (milliseconds: number): void => this.#show(source, milliseconds)
    const onFailure = (failure: EngineFailure): void => this.#retry(source, failure)
    this.#connection = Connection.open(
      { source, choice: source.kind === 'flv' ? this.flv.engine : 'hls', quality: this.quality },
      this.#video,
      { onHeights, onChecked, onLeave, onSetBack, onFirstFrame, onFailure },
      onReady,
    )
  }

  #show(source: StreamSource, milliseconds: number): void {
    this.#set({ phase: 'showing', sourceId: source.id, outage: null, error: null })
    this.#events.onFirstFrame(milliseconds)
    this.#stableTimer = window.setTimeout(() => {
      this.#outage = null
      if (source.id === this.#ownId) this.#isGivenUp = false
    }, STABLE_MS)
  }

  #retry(source: StreamSource, failure: EngineFailure): void {
    window.clearTimeout(this.#stableTimer)
    this.#connection = null
    const hasStarted = this.#status.phase === 'showing'
    if (source.kind === 'flv' && !hasStarted && this.flv.couldNotStart(failure)) {
      return this.#connect(source, this.#status.outage)
    }
    const at = performance.now()
    const sourceIds = this.#sources.map((source) => source.id)
    const isEmpty = failure === 'closed' && !hasStarted // it ended normally without a picture
    const seen = { at, sourceId: source.id, failure: isEmpty ? 'media' : failure } as const
    const plan = planRetry(this.#outage, seen, sourceIds, this.#random())
    this.#outage = plan.outage
    if (this.#ownId !== null && plan.outage.unplayable.has(this.#ownId)) this.#isGivenUp = true
    const next = plan.kind === 'retry' ? this.#sources.find((source) => source.id === plan.sourceId) : undefined
    if (plan.kind === 'hopeless' || !next) return this.#fail('unsupported')
    const outage = { since: plan.outage.since, isSwitching: next.id !== source.id }
    this.#set({ phase: 'connecting', sourceId: next.id, outage, error: errorOf(plan.outage, at) })
    this.#retryTimer = window.setTimeout(() => this.#connect(next, outage), plan.delayMs)
  }
}

/** Selects the FLV library of the next connection. */
export class FlvChoice {
  #wish: FlvEngine = 'auto'
  #isFlvJsUnfit = false

  get engine(): 'flv' | 'mpegts' {
    if (this.#wish !== 'auto') return this.#wish
    return this.#isFlvJsUnfit ? 'mpegts' : 'flv'
  }

  set wish(wish: FlvEngine) {
    this.#wish = wish
    this.#isFlvJsUnfit = false
  }

  /**
   * Records that a connection failed before its first frame. Returns true if flv.js could not start where mpegts.js may
   * (HEVC, ManagedMediaSource, unusual data); mpegts.js is used from then on.
   */
  couldNotStart(failure: EngineFailure): boolean {
    const isUnfit = this.engine === 'flv' && this.#wish === 'auto' && (failure === 'media' || failure === 'unsupported')
    if (isUnfit) this.#isFlvJsUnfit = true
    return isUnfit
  }
}
