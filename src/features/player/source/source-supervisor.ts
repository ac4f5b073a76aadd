import type { StreamSource } from '#protocol/endpoints/live.ts'
import { Connection, type WatchResult } from '../connection.ts'
import { QualityChoice } from '../quality.ts'
import type { EngineFailure } from '../engine/engine.ts'
import type { SourceEvents, SourceStatus, Trouble } from './source-status.ts'
import { errorOf, lastTry, type Outage, planRetry } from './outage.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'

/** Playback for this long ends an outage. A standing picture is noticed after two seconds, and starts the time again. */
const STABLE_MS = 8_000

/** A status with the connection and the timer that it needs. */
type State =
  | Extract<SourceStatus, { phase: 'idle' }>
  | ({ readonly phase: 'waiting'; readonly sourceId: string; readonly retryTimer: number } & Trouble)
  | ({ readonly phase: 'connecting'; readonly sourceId: string; readonly connection: Connection } & Trouble)
  | {
      readonly phase: 'showing'
      readonly sourceId: string
      readonly connection: Connection
      readonly stableTimer: number
    }

const NO_TROUBLE: Trouble = { outage: null, error: null }

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
  #state: State = { phase: 'idle', error: null }
  #outage: Outage | null = null
  /**
   * The selected source, which another one may replace during an outage. `isGivenUp`: it cannot be played, or failed
   * again after a return, so the replacement stays.
   */
  #selected: { readonly id: string; readonly isGivenUp: boolean } | null = null

  constructor(video: HTMLVideoElement, events: SourceEvents, random: () => number = Math.random) {
    this.#video = video
    this.#events = events
    this.#random = random
    this.quality = new QualityChoice(video)
  }

  get connection(): Connection | null {
    return 'connection' in this.#state ? this.#state.connection : null
  }

  get status(): SourceStatus {
    return this.#state
  }

  /** The source that plays or is tried. */
  get sourceId(): string | null {
    return this.#state.phase === 'idle' ? null : this.#state.sourceId
  }

  /** Starts with the given source, or with the first. */
  open(sources: readonly StreamSource[], sourceId: string | null): void {
    this.#sources = sources
    const source = this.#find(sourceId) ?? sources[0]
    if (!source) return this.#fail('no-source')
    this.#selected = { id: source.id, isGivenUp: false }
    this.#outage = null
    this.#connect(source, NO_TROUBLE)
  }

  /** Changes the URLs of later connections; the current connection stays. */
  setSources(sources: readonly StreamSource[]): void {
    this.#sources = sources
  }

  /** Runs a scheduled retry now; nothing while connected. */
  retryNow(): void {
    const state = this.#state
    if (state.phase !== 'idle' && state.phase !== 'waiting') return
    const source = this.#find(this.sourceId) ?? this.#sources[0]
    if (source) this.#connect(source, { ...NO_TROUBLE, ...state })
  }

  /** Returns from a replacement to the selected source; not twice if it fails. Interrupts playback. */
  goBack(): void {
    const selected = this.#selected
    if (!selected || selected.isGivenUp || this.#outage) return
    if (this.#state.phase !== 'showing' || this.#state.sourceId === selected.id) return
    const source = this.#find(selected.id)
    if (!source) return
    this.#selected = { ...selected, isGivenUp: true }
    this.#outage = lastTry(performance.now())
    this.#connect(source, NO_TROUBLE)
  }

  /** Applies a change of the wanted quality or of its conditions. A connection attempt is restarted for a choice only. */
  adjustQuality(): void {
    const state = this.#state
    if (state.phase === 'idle' || state.phase === 'waiting') return
    if (state.phase === 'connecting' && this.quality.wanted === null) return
    if (!state.connection.adjustQuality()) return
    const { source } = state.connection
    this.#connect(this.#find(source.id) ?? source, { ...NO_TROUBLE, ...state })
  }

  /** The next source, or the same one if there is only one. */
  next(): StreamSource | undefined {
    const at = this.#sources.findIndex(({ id }) => id === this.sourceId)
    return this.#sources[(at + 1) % this.#sources.length]
  }

  close(): void {
    this.#release()
    this.#outage = null
    this.#set({ phase: 'idle', error: null })
  }

  #find(sourceId: string | null): StreamSource | undefined {
    return this.#sources.find(({ id }) => id === sourceId)
  }

  /** Ends the connection and the timer of the state. A new state follows. */
  #release(): void {
    const state = this.#state
    if (state.phase === 'waiting') window.clearTimeout(state.retryTimer)
    if (state.phase === 'showing') window.clearTimeout(state.stableTimer)
    this.connection?.close()
  }

  #set(state: State): void {
    this.#state = state
    this.#events.onStatus(state)
  }

  #fail(error: 'unsupported' | 'no-source'): void {
    this.#release()
    this.#set({ phase: 'idle', error })
  }

  #connect(source: StreamSource, { outage, error }: Trouble): void {
    this.#release()
    const { onHeights, onLeave, onSetBack, onReady } = this.#events
    const onChecked = (result: WatchResult): void => {
      if (result.isStill) this.#awaitStable()
      this.#events.onChecked(result)
    }
    const onFirstFrame = (milliseconds: number): void => this.#show(source, milliseconds)
    const onFailure = (failure: EngineFailure): void => this.#retry(source, failure)
    const connection = Connection.open(
      { source, choice: source.kind === 'flv' ? this.flv.engine : 'hls', quality: this.quality },
      this.#video,
      { onHeights, onChecked, onLeave, onSetBack, onFirstFrame, onFailure },
      onReady,
    )
    this.#set({ phase: 'connecting', sourceId: source.id, connection, outage, error })
  }

  #show(source: StreamSource, milliseconds: number): void {
    const { connection } = this
    if (!connection) return
    this.#set({ phase: 'showing', sourceId: source.id, connection, stableTimer: this.#stableTimer(source) })
    this.#events.onFirstFrame(milliseconds)
  }

  #stableTimer(source: StreamSource): number {
    return window.setTimeout(() => {
      this.#outage = null
      if (source.id === this.#selected?.id) this.#selected = { id: source.id, isGivenUp: false }
    }, STABLE_MS)
  }

  /** Starts the time of stable playback again. */
  #awaitStable(): void {
    const state = this.#state
    if (state.phase !== 'showing') return
    window.clearTimeout(state.stableTimer)
    this.#state = { ...state, stableTimer: this.#stableTimer(state.connection.source) }
  }

  #retry(source: StreamSource, failure: EngineFailure): void {
    const state = this.#state
    this.#release()
    const hasStarted = state.phase === 'showing'
    if (source.kind === 'flv' && !hasStarted && this.flv.couldNotStart(failure)) {
      return this.#connect(source, { ...NO_TROUBLE, ...state })
    }
    const at = performance.now()
    const sourceIds = this.#sources.map(({ id }) => id)
    const isEmpty = failure === 'closed' && !hasStarted // it ended normally without a picture
    const seen = { at, sourceId: source.id, failure: isEmpty ? 'media' : failure } as const
    const plan = planRetry(this.#outage, seen, sourceIds, this.#random())
    this.#outage = plan.outage
    const selected = this.#selected
    if (selected && plan.outage.unplayable.has(selected.id)) this.#selected = { ...selected, isGivenUp: true }
    const next = plan.kind === 'retry' ? this.#find(plan.sourceId) : undefined
    if (plan.kind === 'hopeless' || !next) return this.#fail('unsupported')
    const trouble: Trouble = {
      outage: { since: plan.outage.since, isSwitching: next.id !== source.id },
      error: errorOf(plan.outage, at),
    }
    const retryTimer = window.setTimeout(() => this.#connect(next, trouble), plan.delayMs)
    this.#set({ phase: 'waiting', sourceId: next.id, retryTimer, ...trouble })
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
