import type { StreamSource } from '#protocol/endpoints/live.ts'
import { Connection } from './connection.ts'
import type { EngineFailure } from './engine.ts'
import { IDLE, type LineEvents, type LineStatus } from './line-status.ts'
import { errorOf, lastTry, type Outage, planRetry } from './outage.ts'
import type { FlvEngine } from '#state/site/ui-preferences.ts'

/** Playback for this long ends an outage. */
const STABLE_MS = 5_000

/** Keeps a source playing: opens, retries and changes sources by the plan of `outage.ts`, until stopped. */
export class LineKeeper {
  readonly #video: HTMLVideoElement
  readonly #events: LineEvents
  readonly #random: () => number
  /** Selects the library for FLV sources; set its `wish`. */
  readonly flv = new FlvChoice()
  #lines: readonly StreamSource[] = []
  #connection: Connection | null = null
  #outage: Outage | null = null
  #status: LineStatus = IDLE
  /** The selected source, which another one may replace during an outage. */
  #ownId: string | null = null
  /** The selected source cannot be played, or failed again after a return, so the replacement stays. */
  #isGivenUp = false
  #retryTimer = 0
  #stableTimer = 0

  constructor(video: HTMLVideoElement, events: LineEvents, random: () => number = Math.random) {
    this.#video = video
    this.#events = events
    this.#random = random
  }

  get connection(): Connection | null {
    return this.#connection
  }

  get status(): LineStatus {
    return this.#status
  }

  /** Starts with the given source, or with the first. */
  open(lines: readonly StreamSource[], lineId: string | null): void {
    this.#lines = lines
    const line = lines.find((line) => line.id === lineId) ?? lines[0]
    if (!line) return this.#fail('no-line')
    this.#ownId = line.id
    this.#isGivenUp = false
    this.#outage = null
    this.#status = { ...this.#status, error: null }
    this.#connect(line, null)
  }

  /** Changes the URLs of later connections; the current connection stays. */
  setLines(lines: readonly StreamSource[]): void {
    this.#lines = lines
  }

  /** Runs a scheduled retry now; nothing while connected. */
  retryNow(): void {
    const line = this.#lines.find((line) => line.id === this.#status.lineId) ?? this.#lines[0]
    if (line && this.#status.phase !== 'showing' && !this.#connection) this.#connect(line, this.#status.outage)
  }

  /** Returns from a replacement to the selected source; not twice if it fails. Interrupts playback. */
  goBack(): void {
    const own = this.#lines.find(({ id }) => id === this.#ownId)
    const { phase, lineId } = this.#status
    if (!own || lineId === own.id || phase !== 'showing' || this.#outage || this.#isGivenUp) return
    this.#isGivenUp = true
    this.#outage = lastTry(performance.now())
    this.#connect(own, null)
  }

  /** The next source, or the same one if there is only one. */
  next(): StreamSource | undefined {
    const at = this.#lines.findIndex((line) => line.id === this.#status.lineId)
    return this.#lines[(at + 1) % this.#lines.length]
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

  #set(status: LineStatus): void {
    this.#status = status
    this.#events.onStatus(status)
  }

  #fail(error: 'unsupported' | 'no-line'): void {
    this.#stop()
    this.#set({ ...IDLE, error })
  }

  #connect(line: StreamSource, outage: LineStatus['outage']): void {
    this.#stop()
    this.#set({ ...this.#status, phase: 'connecting', lineId: line.id, outage })
    const { onLevels, onLook, onLeave, onSetBack, onReady } = this.#events
    const onFirstFrame = (milliseconds: number): void => this.#show(line, milliseconds)
    const onFailure = (failure: EngineFailure): void => this.#retry(line, failure)
    this.#connection = Connection.open(
      { line, choice: line.kind === 'flv' ? this.flv.engine : 'hls' },
      this.#video,
      { onLevels, onLook, onLeave, onSetBack, onFirstFrame, onFailure },
      onReady,
    )
  }

  #show(line: StreamSource, milliseconds: number): void {
    this.#set({ phase: 'showing', lineId: line.id, outage: null, error: null })
    this.#events.onFirstFrame(milliseconds)
    this.#stableTimer = window.setTimeout(() => {
      this.#outage = null
      if (line.id === this.#ownId) this.#isGivenUp = false
    }, STABLE_MS)
  }

  #retry(line: StreamSource, failure: EngineFailure): void {
    window.clearTimeout(this.#stableTimer)
    this.#connection = null
    const hasStarted = this.#status.phase === 'showing'
    if (line.kind === 'flv' && !hasStarted && this.flv.couldNotStart(failure)) {
      return this.#connect(line, this.#status.outage)
    }
    const at = performance.now()
    const lineIds = this.#lines.map((line) => line.id)
    const isEmpty = failure === 'closed' && !hasStarted // it ended normally without a picture
    const seen = { at, lineId: line.id, failure: isEmpty ? 'media' : failure } as const
    const plan = planRetry(this.#outage, seen, lineIds, this.#random())
    this.#outage = plan.outage
    if (this.#ownId !== null && plan.outage.unplayable.has(this.#ownId)) this.#isGivenUp = true
    const next = plan.kind === 'retry' ? this.#lines.find((line) => line.id === plan.lineId) : undefined
    if (plan.kind === 'hopeless' || !next) return this.#fail('unsupported')
    const outage = { since: plan.outage.since, isSwitching: next.id !== line.id }
    this.#set({ phase: 'connecting', lineId: next.id, outage, error: errorOf(plan.outage, at) })
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
