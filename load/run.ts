import { setTimeout as pause } from 'node:timers/promises'
import { FaultProxy } from '#tests/fault/proxy.ts'
import { preciseNow } from '#tests/bench/harness/clock.ts'
import { median } from '#tests/bench/harness/figures.ts'
import { isSustainable, LagHistogram } from './accounting.ts'
import { runId, startClient } from './client.ts'
import type { GeneratorReport } from './generator-messages.ts'
import { GiftMapping } from './gift-mapping.ts'
import { GeneratorProcess, share } from './generator-process.ts'
import { attack } from './hostile.ts'
import { hostHeaderOf, type SocketTarget } from './raw-socket.ts'
import { openLogFile } from './log-file.ts'
import type { Replay } from '#load/readers/replay.ts'
import {
  addSample,
  BUSY_CORES,
  failuresOf,
  machine,
  slopeOf,
  summarize,
  type Lag,
  type LoadReport,
  type Sample,
  type Trial,
} from './report.ts'
import { MAX_RATE, type Scenario, type Step } from './scenario.ts'
import { rateSource, Senders } from './senders.ts'
import { connectTarget, readServerFigures, type ServerFigures, type Target } from './target.ts'
import { watchRoom, type Viewer } from './viewer.ts'

/** How long viewers may need for pending entries after the last message. */
const SETTLE_MS = 15_000
/** How long a sample waits for the generator processes. */
const SAMPLE_WAIT_MS = 400
/** Length of a trial of the search for the highest rate, and its number of halvings. */
const TRIAL_SECONDS = 12
const HALVINGS = 3
const MIN_TRIAL_RATE = 10

export interface RunOptions {
  readonly url: string
  readonly loadToken: string
  readonly metricsToken: string | null
  /** The room, as in /app/live/EID. */
  readonly room: string
  readonly processes: number
  readonly scenario: Scenario
  /** Searches for the highest sustainable rate instead of running the scenario's messages. */
  readonly findRate: boolean
  readonly onProgress: (line: string) => void
}

const waitUntil = (time: number): Promise<void> => pause(Math.max(0, time - preciseNow()))
const lagOf = (lags: LagHistogram): Lag => ({
  p50: lags.percentile(0.5),
  p95: lags.percentile(0.95),
  p99: lags.percentile(0.99),
  count: lags.count,
})

/** One run: opens the viewers, runs the scenario, accounts. */
class Run {
  readonly #options: RunOptions
  readonly #target: Target
  readonly #senders: Senders
  readonly #generators: GeneratorProcess[] = []
  readonly #samples: Sample[] = []
  readonly #total = new LagHistogram()
  /** Lags since the start of a trial. */
  readonly #trialLags = new LagHistogram()
  readonly #trials: Trial[] = []
  readonly #hostile: (number | null)[] = []
  readonly #reporting: Promise<{ type: 'report'; report: GeneratorReport }>[] = []
  #log: { replay: Replay; mapping: GiftMapping } | null = null
  #pages: Viewer[] = []
  #server: ServerFigures | null = null
  #serverAt = 0
  #begun = 0
  #before = { offered: 0, accepted: 0 }
  #cpu = process.cpuUsage()
  #fail: (error: Error) => void = () => undefined
  readonly #failed: Promise<never>

  constructor(options: RunOptions, target: Target, senders: Senders) {
    this.#options = options
    this.#target = target
    this.#senders = senders
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject
    })
    this.#failed.catch(() => undefined)
  }

  async measure(chatRoomNo: string, run: string): Promise<LoadReport> {
    const { url, loadToken, scenario, processes } = this.#options
    const { hostname, port, protocol } = new URL(url)
    const isSecure = protocol === 'https:'
    const direct = { host: hostname.replace(/[[\]]/g, ''), port: Number(port || (isSecure ? 443 : 80)), isSecure }
    const proxy = scenario.network === undefined ? null : await FaultProxy.start(direct.port)
    // The server compares the origin of a handshake with its host.
    const headers = { Host: hostHeaderOf(direct) }
    const socket = proxy === null ? direct : { host: '127.0.0.1', port: Number(new URL(proxy.origin).port), headers }
    const startedAt = new Date().toISOString()
    try {
      for (let index = 0; index < processes; index += 1) {
        this.#generators.push(new GeneratorProcess((reason) => this.#fail(new Error(reason))))
      }
      const ready = this.#generators.map((generator) => generator.next('ready'))
      for (const generator of this.#generators) {
        generator.send({ type: 'start', options: { url, loadToken, chatRoomNo, run, socket } })
      }
      await this.#orFail(Promise.all(ready))
      await this.#openPages(chatRoomNo)
      await this.#open(scenario.viewers, scenario.openPerSecond, 'opening viewers')
      // Entries caused by the arrivals are not measured.
      await pause(1_000)
      for (const generator of this.#generators) generator.collect(new LagHistogram())
      this.#begun = preciseNow()
      await this.#sample()
      this.#samples.length = 0
      const ticker = setInterval(() => void this.#sample(), 1_000)
      const cuts = this.#disturb(proxy)
      try {
        await this.#orFail(
          this.#options.findRate ? this.#findRate() : this.#play({ ...direct, headers: { origin: url } }),
        )
      } finally {
        clearInterval(ticker)
        clearInterval(cuts)
      }
      const seconds = (preciseNow() - this.#begun) / 1_000
      await proxy?.heal()
      const { seq } = await this.#target.join(chatRoomNo)
      return await this.#finish(seq, { startedAt, seconds })
    } finally {
      for (const generator of this.#generators) generator.kill()
      for (const page of this.#pages) await page.leave().catch(() => undefined)
      await proxy?.stop()
    }
  }

  #orFail<Value>(work: Promise<Value>): Promise<Value> {
    return Promise.race([work, this.#failed])
  }

  async #openPages(chatRoomNo: string): Promise<void> {
    const { url, loadToken, scenario } = this.#options
    for (let index = 0; index < scenario.pages; index += 1) {
      this.#pages.push(await watchRoom(await startClient(url, loadToken), chatRoomNo, () => 0))
    }
  }

  async #open(viewers: number, perSecond: number, what: string): Promise<void> {
    const parts = share(viewers, this.#generators.length)
    const opened = this.#generators.map((generator) => generator.next('opened'))
    this.#generators.forEach((generator, index) => {
      generator.send({ type: 'open', count: parts[index] ?? 0, perSecond: perSecond / this.#generators.length })
    })
    const progress = setInterval(() => {
      if (this.#begun === 0) for (const generator of this.#generators) generator.requestSample()
      const connected = this.#generators.reduce((sum, { second }) => sum + (second?.connected ?? 0), 0)
      const failure = this.#generators.find(({ second }) => second?.joinFailure)?.second?.joinFailure
      const reason = failure === undefined || failure === null ? '' : `; the last failed join: ${failure}`
      if (this.#begun === 0) this.#options.onProgress(`${what}: ${connected} connected${reason}`)
    }, 1_000)
    try {
      await this.#orFail(Promise.all(opened))
    } finally {
      clearInterval(progress)
    }
  }

  #disturb(proxy: FaultProxy | null): ReturnType<typeof setInterval> | undefined {
    const { network } = this.#options.scenario
    if (proxy === null || network === undefined) return undefined
    proxy.change({ delayMs: network.delayMs, jitterMs: network.jitterMs })
    if (network.cutEverySeconds === undefined) return undefined
    return setInterval(() => proxy.cut(), network.cutEverySeconds * 1_000)
  }

  /** Messages and steps of the scenario, at their times. */
  async #play(socket: SocketTarget): Promise<void> {
    const { scenario } = this.#options
    const end = this.#begun + scenario.seconds * 1_000
    const isStopped = (): boolean => preciseNow() > end
    const work: Promise<unknown>[] = [
      scenario.log === undefined
        ? this.#senders.say(rateSource(scenario.messages ?? 0, scenario.seconds), isStopped)
        : this.#replay(isStopped),
    ]
    for (const step of scenario.steps) {
      work.push(waitUntil(this.#begun + step.at * 1_000).then(() => this.#act(step, socket, isStopped)))
    }
    if (scenario.log === undefined) work.push(waitUntil(end))
    await Promise.all(work)
  }

  async #replay(isStopped: () => boolean): Promise<void> {
    const { scenario } = this.#options
    const replay = await openScenarioLog(scenario)
    const { list } = await this.#target.call('gift.list', {})
    this.#log = { replay, mapping: new GiftMapping(list) }
    const { mapping } = this.#log
    await this.#senders.replay(replay.batches, { speed: scenario.speed, mapping }, isStopped)
  }

  async #act(step: Step, socket: SocketTarget, isStopped: () => boolean): Promise<void> {
    const seconds = step.for ?? 1
    if (step.messages !== undefined) return this.#senders.say(rateSource(step.messages, seconds), isStopped)
    if (step.gifts !== undefined) return this.#senders.gifts(step.gifts, seconds)
    if (step.orders !== undefined) return this.#senders.orders(step.orders, seconds, step.revertShare ?? 0)
    if (step.join !== undefined) return this.#open(step.join, step.join / seconds, 'more viewers')
    if (step.hostile !== undefined) {
      this.#hostile.push(...(await attack(socket, step.hostile)))
      return
    }
    const type = step.drop === undefined ? 'slow' : 'drop'
    const parts = share(step.drop ?? step.slow ?? 0, this.#generators.length)
    this.#generators.forEach((generator, index) => generator.send({ type, count: parts[index] ?? 0 }))
  }

  /** Doubles the rate until a trial fails, then halves the interval. */
  async #findRate(): Promise<void> {
    let [good, bad] = [0, Number.POSITIVE_INFINITY]
    let rate = Math.max(MIN_TRIAL_RATE, this.#options.scenario.messages ?? 50)
    for (let halvings = 0; halvings < HALVINGS && rate >= MIN_TRIAL_RATE && rate <= MAX_RATE;) {
      // A short disturbance of the machine must not end the search: a rate fails twice.
      if ((await this.#trial(rate)) || (await this.#trial(rate))) good = rate
      else bad = rate
      if (bad !== Number.POSITIVE_INFINITY) halvings += 1
      rate = bad === Number.POSITIVE_INFINITY ? rate * 2 : Math.round((good + bad) / 2)
    }
  }

  async #trial(rate: number): Promise<boolean> {
    await this.#waitForViewers()
    const from = this.#samples.length
    const before = this.#senders.counts.accepted
    this.#trialLags.clear()
    const end = preciseNow() + (TRIAL_SECONDS + 1) * 1_000
    // A server that is too slow for the rate delays the senders. The trial ends nevertheless.
    await this.#senders.say(rateSource(rate, TRIAL_SECONDS), () => preciseNow() > end)
    await pause(1_500)
    const samples = this.#samples.slice(from).map((sample, index) => ({ ...sample, t: index }))
    const slope = slopeOf(samples.slice(0, TRIAL_SECONDS))
    const accepted = (this.#senders.counts.accepted - before) / TRIAL_SECONDS
    const lag = lagOf(this.#trialLags)
    const allowed = this.#options.scenario.expect.lagP99Ms ?? 2_000
    const isGood = isSustainable(slope) && accepted >= rate * 0.98 && lag.p99 <= allowed
    this.#trials.push({ rate, lag, slope, accepted, isSustainable: isGood })
    return isGood
  }

  /** Waits until the last second had no deliveries, so that a trial does not inherit the backlog of the previous one. */
  async #waitForViewers(): Promise<void> {
    const end = preciseNow() + SETTLE_MS
    while ((this.#samples.at(-1)?.deliveries ?? 0) > 0 && preciseNow() < end) await pause(250)
  }

  /** Sums of the generator processes since the last call. */
  #collect(lags: LagHistogram) {
    const sums = { deliveries: 0, bytes: 0, connected: 0, cores: 0, mb: 0, busiest: 0, loopMs: 0 }
    for (const generator of this.#generators) {
      const { deliveries, bytes } = generator.collect(lags)
      sums.deliveries += deliveries
      sums.bytes += bytes
      sums.connected += generator.second?.connected ?? 0
      sums.cores += generator.second?.cores ?? 0
      sums.mb += generator.second?.residentMb ?? 0
      sums.busiest = Math.max(sums.busiest, generator.second?.cores ?? 0)
      sums.loopMs = Math.max(sums.loopMs, generator.second?.loopP99Ms ?? 0)
    }
    return sums
  }

  /** False if a generator process did not report in time. */
  async #requestSamples(): Promise<boolean> {
    const end = preciseNow() + SAMPLE_WAIT_MS
    for (const generator of this.#generators) generator.requestSample()
    const isWaiting = (): boolean => this.#generators.some(({ outstanding }) => outstanding > 0)
    while (isWaiting() && preciseNow() < end) await pause(5)
    return !isWaiting()
  }

  async #sample(): Promise<void> {
    const { url, metricsToken, onProgress, scenario } = this.#options
    const isLate = !(await this.#requestSamples())
    const lags = new LagHistogram()
    const sums = this.#collect(lags)
    this.#total.merge(lags.bins())
    this.#trialLags.merge(lags.bins())
    const { user, system } = process.cpuUsage(this.#cpu)
    this.#cpu = process.cpuUsage()
    const { offered, accepted } = this.#senders.counts
    const before = this.#before
    this.#before = { offered, accepted }
    const previous = this.#server
    const previousAt = this.#serverAt
    const t = (preciseNow() - this.#begun) / 1_000
    this.#server = await readServerFigures(url, metricsToken)
    this.#serverAt = performance.now()
    const serverCores =
      previous && this.#server
        ? (this.#server.cpuSeconds - previous.cpuSeconds) / ((this.#serverAt - previousAt) / 1_000)
        : null
    const value = (share: number): number | null => (isLate || lags.count === 0 ? null : lags.percentile(share))
    const sample: Sample = {
      t: Math.round(t * 10) / 10,
      offered: offered - before.offered,
      accepted: accepted - before.accepted,
      connected: sums.connected,
      deliveries: sums.deliveries,
      bytes: sums.bytes,
      lagP50: value(0.5),
      lagP95: value(0.95),
      lagP99: value(0.99),
      serverCores,
      serverMb: this.#server?.residentMb ?? null,
      serverLoopMs: this.#server?.loopP99Ms ?? null,
      generatorCores: sums.cores + (user + system) / 1e6,
      generatorMb: sums.mb + process.memoryUsage.rss() / 1024 ** 2,
      generatorBusiest: Math.max(sums.busiest, (user + system) / 1e6),
      generatorLoopMs: sums.loopMs,
      ...(isLate ? { isLate } : {}),
    }
    addSample(this.#samples, sample)
    onProgress(progressLine(sample, scenario.seconds))
  }

  async #finish(head: number, { startedAt, seconds }: { startedAt: string; seconds: number }): Promise<LoadReport> {
    const { url, room, scenario } = this.#options
    for (const generator of this.#generators) {
      this.#reporting.push(generator.next('report'))
      generator.send({ type: 'finish', head, waitMs: SETTLE_MS })
    }
    const reports = (await this.#orFail(Promise.all(this.#reporting))).map(({ report }) => report)
    for (const generator of this.#generators) generator.collect(this.#total)
    const counts = this.#senders.counts
    const log = this.#log
    const sum = (pick: (report: GeneratorReport) => number): number =>
      reports.reduce((total, report) => total + pick(report), 0)
    const slowCutAfter = reports.flatMap(({ slow }) => slow.cutAfter)
    const cut = this.#hostile.filter((time) => time !== null)
    const slope = slopeOf(this.#samples)
    const seen = Math.max(0, ...reports.map(({ ownSeen }) => ownSeen))
    const measured: Omit<LoadReport, 'failures'> = {
      format: 'grandstand-load-1',
      startedAt,
      target: url,
      room,
      machine: machine(),
      scenario: this.#options.findRate ? { ...scenario, expect: { sustainable: false, slowCut: false } } : scenario,
      seconds,
      sent: counts,
      ...(this.#senders.late.count === 0 ? {} : { sendLate: lagOf(this.#senders.late) }),
      ...(log === null
        ? {}
        : {
            log: { account: log.replay.account(), gifts: log.mapping.rows, unlistedGifts: log.mapping.unlisted },
          }),
      unseen: scenario.viewers === 0 ? 0 : Math.max(0, counts.accepted + counts.gifts + counts.orders - seen),
      viewers: {
        ...summarize(reports.flatMap(({ viewers }) => viewers)),
        sampled: sum(({ sampled }) => sampled),
      },
      pages: this.#pages.map((page) => {
        const { rows, folded, lost, duplicates, misordered } = page.report()
        return { rows, folded, lost, duplicates, misordered }
      }),
      lag: lagOf(this.#total),
      slope,
      isSustainable: isSustainable(slope),
      reconnects: reconnectsOf(reports, sum),
      slow: {
        started: sum(({ slow }) => slow.started),
        cut: slowCutAfter.length,
        worstSeconds: slowCutAfter.length === 0 ? null : Math.max(...slowCutAfter),
      },
      hostile: {
        started: this.#hostile.length,
        cut: cut.length,
        worstSeconds: cut.length === 0 ? null : Math.max(...cut),
      },
      kinds: reports.toSorted((one, other) => other.viewers.length - one.viewers.length)[0]?.kinds ?? {},
      samples: this.#samples,
      ...(this.#options.findRate ? { trials: this.#trials } : {}),
    }
    return { ...measured, failures: failuresOf(measured) }
  }
}

function reconnectsOf(
  reports: readonly GeneratorReport[],
  sum: (pick: (report: GeneratorReport) => number) => number,
): LoadReport['reconnects'] {
  const back = reports.flatMap(({ reconnects }) => reconnects.seconds)
  return {
    dropped: sum(({ reconnects }) => reconnects.dropped),
    back: back.length,
    p50: back.length === 0 ? null : median(back),
    worst: back.length === 0 ? null : back.reduce((worst, time) => Math.max(worst, time), 0),
    missed: sum(({ reconnects }) => reconnects.missed),
    recovered: sum(({ reconnects }) => reconnects.recovered),
    unexpected: sum(({ reconnects }) => reconnects.unexpected),
  }
}

/** A line for the terminal. A second without a report of the generator is late, not quiet. */
export function progressLine(sample: Sample, seconds: number): string {
  const { t, connected, accepted, deliveries, isLate, lagP50, lagP99, serverCores, serverMb } = sample
  const arrived =
    isLate === true ? 'late' : `${deliveries} deliveries/s  lag p50 ${lagP50 ?? '–'} p99 ${lagP99 ?? '–'} ms`
  const limit = (sample.generatorBusiest ?? 0) >= BUSY_CORES ? '  generator at its limit' : ''
  return `${t.toFixed(0)}/${seconds} s  ${connected} viewers  ${accepted} msg/s  ${arrived}  server ${serverCores?.toFixed(2) ?? '–'} cores ${serverMb?.toFixed(0) ?? '–'} MB${limit}`
}

/** Opens the log of a scenario. @throws with the file and the reason */
export function openScenarioLog({ log = '', format, maxGap, spread }: Scenario): Promise<Replay> {
  return openLogFile(log, { format: format ?? null, maxGapMs: maxGap === undefined ? null : maxGap * 1_000, spread })
}

/** Runs a scenario against a server and returns the report. */
export async function runScenario(options: RunOptions): Promise<LoadReport> {
  const { url, loadToken, room } = options
  const target = await connectTarget(url, loadToken)
  const { match } = await target.call('live.detail', { eid: room }).catch((error: unknown) => {
    throw new Error(`There is no room ${room}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const run = runId()
  const { chatRoomNo } = match
  const senders = new Senders(target, { loadToken, chatRoomNo, run })
  return new Run(options, target, senders).measure(chatRoomNo, run)
}
