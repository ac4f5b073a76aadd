import type { createStore } from 'jotai/vanilla'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import {
  LAB_ROOM,
  type LabBatchMessage,
  type LabReport,
  type LabSettings,
  type LabTotals,
} from '#protocol/worker/lab.ts'
import { weightedPercentiles } from '#lib/percentile.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import { createFeedPump, type FeedPump } from '#state/feed/feed-pump.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { connectLab, type LabConnection } from '#transport/lab.ts'
import { type LabAccounts, PageAccounts } from './accounts.ts'
import { createFrameProbe, LatencyMeter } from './frame-probe.ts'
import { browserAbilities, heapBytes, PageLoad } from './page-load.ts'
import type { LabSample, LabSummary } from './summary.ts'

const SAMPLE_INTERVAL_MS = 1_000
/** Compilation and the first layout are not measured. */
const WARM_UP_MS = 1_000
/** Longest time in which the page may show what was generated. */
const DRAIN_LIMIT_MS = 30_000
const SHARES = [0.5, 0.95, 0.99]
const BYTES_PER_MB = 1_048_576

interface LabRunOptions {
  readonly settings: LabSettings
  /** Recorded log whose entries are measured; null measures generated ones. */
  readonly log: Blob | null
  /** Store of the list; not that of the page. */
  readonly store: ReturnType<typeof createStore>
  readonly findList: () => Element | null
  readonly onSample: (sample: LabSample) => void
}

/** Counts at one time, for the rates between two samples. */
interface Reading {
  readonly at: number
  readonly generated: number
  readonly shown: number
  readonly folded: number
  readonly frames: number
  readonly longTasks: number
  readonly measured: number
}

/**
 * One run of the lab: connects source and receiver, applies their batches to a list as a room does (or as a baseline
 * does), and measures the page meanwhile.
 */
export class LabRun {
  readonly #options: LabRunOptions
  readonly #accounts = new PageAccounts()
  readonly #meter = new LatencyMeter()
  readonly #abilities = browserAbilities()
  readonly #load = new PageLoad()
  #connection: LabConnection | null = null
  #pump: FeedPump | null = null
  #totals: LabTotals = { messages: 0, copies: 0, deletions: 0, reverts: 0 }
  #startedAt = 0
  #generatedForMs = 0
  /** The source has reported everything. On a busy page its reports arrive later than the batches. */
  #isReported = false
  #drainTimer: ReturnType<typeof setTimeout> | undefined
  #frames = 0
  /** Frames from the end of the warm-up until everything has arrived, and the times of the first and the last. */
  #measured = { frames: 0, from: 0, to: 0 }
  #blankFrames = 0
  #appliedSeq = 0
  #settled: Extract<LabBatchMessage, { type: 'settled' }> | null = null
  #before: Reading | null = null
  #end: LabSummary['end'] = 'complete'
  #finish: (error: Error | null) => void = () => undefined

  constructor(options: LabRunOptions) {
    this.#options = options
  }

  /** Runs until everything generated is on the screen. Rejects if a thread fails. */
  async run(): Promise<LabSummary> {
    const { settings, log, store, findList } = this.#options
    store.set(feedAtom, roomOpened(EMPTY_FEED, LAB_ROOM))
    const probe = createFrameProbe(findList, (at, seq) => this.#painted(at, seq))
    const finished = new Promise<void>((resolve, reject) => {
      this.#finish = (error) => (error === null ? resolve() : reject(error))
    })
    const onVisibility = () => document.hidden && this.#cutOff('hidden')
    document.addEventListener('visibilitychange', onVisibility)
    this.#pump = settings.delivery === 'each' ? null : this.#createPump()
    let timer: ReturnType<typeof setInterval> | undefined
    try {
      this.#connection = await connectLab(settings, log, {
        onReport: (report) => this.#report(report),
        onMessage: (message) => this.#receive(message),
        onSample: (delayMs) => this.#load.sampled(delayMs, this.#isWarm),
      })
      this.#startedAt = performance.now()
      probe.start()
      timer = setInterval(() => this.#takeSample(), SAMPLE_INTERVAL_MS)
      onVisibility()
      await finished
      this.#takeSample()
      return this.#summary()
    } finally {
      clearInterval(timer)
      clearTimeout(this.#drainTimer)
      document.removeEventListener('visibilitychange', onVisibility)
      probe.stop()
      this.#load.stop()
      this.#pump?.stop()
      this.#connection?.close()
    }
  }

  /** Ends the generation; the run ends when everything generated is shown. */
  stop(): void {
    if (this.#end === 'complete') this.#end = 'stopped'
    this.#connection?.stop()
  }

  /** Ends the run at once; for a page that is being left. */
  cancel(): void {
    this.#cutOff('stopped')
  }

  /** Ends the run without accounts. */
  #cutOff(end: 'hidden' | 'timeout' | 'stopped'): void {
    this.#end = end
    this.#finish(null)
  }

  #createPump(): FeedPump {
    return createFeedPump(
      (messages) => this.#apply(messages),
      (lastSeq, batches) => this.#connection?.applied(lastSeq, batches),
    )
  }

  #apply(messages: readonly FeedMessage[]): void {
    this.#options.store.set(changeFeedAtom, (feed) => applyMessages(feed, messages))
    for (const message of messages) if (message.type === 'batch') this.#appliedSeq = message.lastSeq
  }

  #receive(message: LabBatchMessage): void {
    if (message.type === 'failed') this.#finish(new Error(message.message))
    else if (message.type === 'settled') this.#settled = message
    else {
      if (message.type === 'batch') this.#accounts.take(message)
      if (this.#pump === null) this.#apply([message])
      else this.#pump.push(message)
    }
  }

  #report(report: LabReport): void {
    if (report.type === 'failed') return this.#finish(new Error(report.message))
    this.#totals = report.totals
    const from = performance.timeOrigin + this.#startedAt + WARM_UP_MS
    this.#meter.sent(report.frames.filter(({ sentAt }) => sentAt >= from))
    this.#generatedForMs = Math.min(performance.now() - this.#startedAt, this.#options.settings.seconds * 1000)
    this.#isReported = report.isLast
    if (report.isLast) this.#drainTimer = setTimeout(() => this.#cutOff('timeout'), DRAIN_LIMIT_MS)
  }

  get #isWarm(): boolean {
    return performance.now() - this.#startedAt >= WARM_UP_MS
  }

  #painted(at: number, seq: number | null): void {
    this.#frames += 1
    this.#meter.painted(at, seq)
    if (this.#isWarm && this.#settled === null) {
      const { frames, from } = this.#measured
      this.#measured = { frames: frames + 1, from: frames === 0 ? at : from, to: at }
      if (seq === null && this.#accounts.shown > 0) this.#blankFrames += 1
    }
    // The frame after the one that applied the last batch has shown it.
    if (this.#isReported && this.#settled !== null && this.#appliedSeq >= this.#settled.lastSeq) this.#finish(null)
  }

  get #generated(): number {
    const { messages, copies, deletions, reverts } = this.#totals
    return messages + copies + deletions + reverts
  }

  #takeSample(): void {
    const at = performance.now()
    const { shown, folded } = this.#accounts
    const { longTasks } = this.#load
    const measured = this.#meter.measured.length
    const reading = { at, generated: this.#generated, shown, folded, frames: this.#frames, longTasks, measured }
    const before = this.#before ?? { ...NO_READING, at: this.#startedAt }
    this.#before = reading
    const perSecond = (name: 'generated' | 'shown' | 'folded' | 'frames') =>
      Math.round(((reading[name] - before[name]) * 1000) / Math.max(1, at - before.at))
    const [p50 = null, p95 = null, p99 = null] = percentiles(this.#meter.measured.slice(before.measured))
    this.#options.onSample({
      at: Math.round(at - this.#startedAt),
      generatedPerSecond: perSecond('generated'),
      shownPerSecond: perSecond('shown'),
      foldedPerSecond: perSecond('folded'),
      p50,
      p95,
      p99,
      framesPerSecond: perSecond('frames'),
      longTasks: this.#abilities.hasLongTasks ? longTasks - before.longTasks : null,
      busy: this.#load.takeRecentBusy(),
      heapMb: heapMb(),
      rows: this.#rows(),
    })
  }

  #rows(): number {
    return this.#options.findList()?.querySelectorAll('[data-seq]').length ?? 0
  }

  #summary(): LabSummary {
    const { settings, store } = this.#options
    const [p50 = null, p95 = null, p99 = null] = percentiles(this.#meter.measured)
    const { hasLongTasks } = this.#abilities
    const accounts: LabAccounts | null =
      this.#settled === null
        ? null
        : this.#accounts.close(this.#totals, this.#settled.counts, this.#settled.notOpened, store.get(feedAtom))
    return {
      settings,
      end: this.#end,
      rate: Math.round((this.#generated * 1000) / Math.max(1, this.#generatedForMs)),
      p50,
      p95,
      p99,
      framesPerSecond: round(
        (Math.max(0, this.#measured.frames - 1) * 1000) / Math.max(1, this.#measured.to - this.#measured.from),
      ),
      blankFrames: this.#blankFrames,
      longTasks: hasLongTasks ? this.#load.longTasks : null,
      longTaskMs: hasLongTasks ? Math.round(this.#load.longTaskMs) : null,
      busy: this.#load.busy,
      heapMb: heapMb(),
      rows: this.#rows(),
      accounts,
    }
  }
}

const NO_READING: Omit<Reading, 'at'> = { generated: 0, shown: 0, folded: 0, frames: 0, longTasks: 0, measured: 0 }

const round = (value: number) => Math.round(value * 10) / 10

function percentiles(measured: Parameters<typeof weightedPercentiles>[0]): (number | null)[] {
  return weightedPercentiles(measured, SHARES).map((value) => (Number.isNaN(value) ? null : round(value)))
}

function heapMb(): number | null {
  const bytes = heapBytes()
  return bytes === null ? null : round(bytes / BYTES_PER_MB)
}
