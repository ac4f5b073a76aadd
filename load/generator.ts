import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { preciseNow } from '#tests/bench/harness/clock.ts'
import { connectTarget, type Target } from './target.ts'
import type { FromGenerator, GeneratorOptions, GeneratorReport, ToGenerator } from './generator-messages.ts'
import { FrameBook, LightViewer } from './light-viewer.ts'

/** Join calls at the same time. */
const JOINING = 64
const MAX_RETRY_MS = 8_000
const MIN_RETRY_MS = 250
/** Interval of the monitor of the event loop, which is part of its values. */
const LOOP_RESOLUTION_MS = 10

/** Viewers of a process that read at once and measure lags. */
const SAMPLED = 20
/** The other viewers read in turn: each at least once in so many turns, and before so many bytes have arrived. */
const TURN_MS = 100
const MAX_TURNS = 20
const READ_BYTES = 32 * 1024

const report = (message: FromGenerator): void => void process.send?.(message)

/** A generator process: light viewers of one room, controlled by the coordinator. */
class Generator {
  readonly #options: GeneratorOptions
  readonly #target: Target
  readonly #book: FrameBook
  readonly #viewers: LightViewer[] = []
  readonly #returned: number[] = []
  #joining = 0
  #joinFailure: string | null = null
  readonly #queue: (() => void)[] = []
  #dropped = 0
  #unexpected = 0
  #missed = 0
  #recovered = 0
  #slowSince = 0
  readonly #slow = { started: 0, cutAfter: [] as number[] }
  #deliveredBefore = 0
  #bytesBefore = 0
  #cpu = process.cpuUsage()
  #cpuAt = performance.now()
  #isFinished = false
  #turn = 0
  /** Turns from one read of a viewer to the next; 0 if it reads at once. */
  #turnsPerRead = MAX_TURNS
  readonly #loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })

  constructor(options: GeneratorOptions, target: Target) {
    this.#options = options
    this.#target = target
    this.#book = new FrameBook(options.run, options.chatRoomNo)
    setInterval(() => this.#sendHeartbeats(), 1_000)
    setInterval(() => this.#readInTurn(), TURN_MS)
    this.#loop.enable()
  }

  /** Opens viewers at a rate; those that are refused try again. */
  async open(count: number, perSecond: number): Promise<void> {
    const begun = performance.now()
    const opening: Promise<void>[] = []
    const step = Math.max(1, Math.ceil(count / SAMPLED))
    for (let index = 0; index < count; index += 1) {
      const wait = (index / perSecond) * 1_000 - (performance.now() - begun)
      if (wait > 5) await pause(wait)
      const isSampled = index % step === 0
      const viewer = new LightViewer(this.#book, this.#options.chatRoomNo, isSampled, (lost) => this.#lost(lost))
      this.#viewers.push(viewer)
      opening.push(this.#join(viewer))
    }
    await Promise.all(opening)
    report({ type: 'opened' })
  }

  drop(count: number): void {
    const chosen = this.#viewers.filter(({ isConnected, isSlow }) => isConnected && !isSlow).slice(0, count)
    for (const viewer of chosen) viewer.drop()
    for (const viewer of chosen) void this.#comeBack(viewer)
  }

  slowDown(count: number): void {
    const chosen = this.#viewers.filter(({ isConnected, isSlow }) => isConnected && !isSlow).slice(-count)
    for (const viewer of chosen) viewer.slowDown()
    this.#slowSince = preciseNow()
    this.#slow.started += chosen.length
  }

  async finish(head: number, waitMs: number): Promise<void> {
    const end = performance.now() + waitMs
    const isBehind = ({ account, isSlow }: LightViewer): boolean => !isSlow && (account?.complete ?? 0) < head
    while (performance.now() < end && this.#viewers.some(isBehind)) await pause(50)
    this.#isFinished = true
    this.sample()
    const measured: GeneratorReport = {
      viewers: this.#viewers.flatMap(({ account, isSlow }) =>
        account === null || isSlow ? [] : [account.close(head)],
      ),
      sampled: this.#viewers.filter(({ isSampled }) => isSampled).length,
      ownSeen: this.#book.ownSeen.size,
      kinds: this.#book.kinds,
      reconnects: {
        dropped: this.#dropped,
        back: this.#returned.length,
        seconds: this.#returned,
        missed: this.#missed,
        recovered: this.#recovered,
        unexpected: this.#unexpected,
      },
      slow: this.#slow,
    }
    for (const viewer of this.#viewers) viewer.drop()
    // A report of thousands of viewers does not fit into the pipe at once; an earlier end of the process cuts it off.
    process.send?.({ type: 'report', report: measured } satisfies FromGenerator, () => process.exit(0))
  }

  #lost(viewer: LightViewer): void {
    if (this.#isFinished) return
    if (viewer.isSlow) {
      this.#slow.cutAfter.push((preciseNow() - this.#slowSince) / 1_000)
      return
    }
    this.#unexpected += 1
    void this.#comeBack(viewer)
  }

  async #comeBack(viewer: LightViewer): Promise<void> {
    this.#dropped += 1
    const at = preciseNow()
    const before = viewer.account?.complete ?? 0
    await this.#join(viewer)
    this.#returned.push((preciseNow() - at) / 1_000)
    const account = viewer.account
    if (account === null) return
    const missed = Math.max(0, account.last - before)
    this.#missed += missed
    this.#recovered += account.complete === account.last ? missed : 0
  }

  async #join(viewer: LightViewer): Promise<void> {
    for (let retryMs = MIN_RETRY_MS; !this.#isFinished; retryMs = Math.min(MAX_RETRY_MS, retryMs * 2)) {
      try {
        await this.#joinOnce(viewer)
        return
      } catch (error) {
        this.#joinFailure = error instanceof Error ? error.message : String(error)
        viewer.drop()
        await pause(retryMs * (0.5 + Math.random()))
      }
    }
  }

  async #joinOnce(viewer: LightViewer): Promise<void> {
    while (this.#joining >= JOINING) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#joining += 1
    try {
      const { chatRoomNo, socket } = this.#options
      const position = viewer.account === null ? undefined : { epoch: viewer.epoch, seq: viewer.account.complete }
      const pass = await this.#target.join(chatRoomNo, position)
      this.#book.roomKey = pass.roomKey
      await viewer.join({ ...socket, headers: { ...socket.headers, ...this.#target.headers } }, pass)
    } finally {
      this.#joining -= 1
      this.#queue.shift()?.()
    }
  }

  #sendHeartbeats(): void {
    for (const viewer of this.#viewers) if (viewer.isSlow) viewer.sendHeartbeat()
  }

  /** Each read costs more than its bytes, so most viewers receive the frames of a second with one read. */
  #readInTurn(): void {
    this.#turn += 1
    const turns = this.#turnsPerRead
    for (const [index, viewer] of this.#viewers.entries()) {
      if (turns === 0 || (index + this.#turn) % turns === 0) viewer.read(turns > 0)
    }
  }

  /** Reports what has happened since the last sample. */
  sample(): void {
    const now = performance.now()
    const { user, system } = process.cpuUsage(this.#cpu)
    const bytes = this.#viewers.reduce((sum, viewer) => sum + viewer.bytes, 0)
    const turns = Math.max(1, this.#viewers.length * (now - this.#cpuAt)) / TURN_MS
    const bytesPerTurn = (bytes - this.#bytesBefore) / turns
    this.#turnsPerRead = Math.min(MAX_TURNS, Math.floor(READ_BYTES / Math.max(1, bytesPerTurn)))
    report({
      type: 'second',
      second: {
        connected: this.#viewers.filter(({ isConnected }) => isConnected).length,
        joinFailure: this.#joinFailure,
        deliveries: this.#book.deliveries - this.#deliveredBefore,
        bytes: bytes - this.#bytesBefore,
        lags: this.#book.lags.bins(),
        cores: (user + system) / 1_000 / Math.max(1, now - this.#cpuAt),
        loopP99Ms: Math.max(0, this.#loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS),
        residentMb: process.memoryUsage.rss() / 1024 ** 2,
      },
    })
    this.#loop.reset()
    this.#book.lags.clear()
    this.#deliveredBefore = this.#book.deliveries
    this.#bytesBefore = bytes
    this.#cpu = process.cpuUsage()
    this.#cpuAt = now
  }
}

/** Runs a generator process until the coordinator finishes it. */
export function serveGenerator(): void {
  let generator: Generator | null = null
  const fail = (error: unknown): void =>
    report({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
  process.on('disconnect', () => process.exit(0))
  const start = async (options: GeneratorOptions): Promise<void> => {
    generator = new Generator(options, await connectTarget(options.url, options.loadToken))
    report({ type: 'ready' })
  }
  process.on('message', (message: ToGenerator) => {
    if (message.type === 'start') {
      start(message.options).catch(fail)
    } else if (message.type === 'open') generator?.open(message.count, message.perSecond).catch(fail)
    else if (message.type === 'sample') generator?.sample()
    else if (message.type === 'drop') generator?.drop(message.count)
    else if (message.type === 'slow') generator?.slowDown(message.count)
    else generator?.finish(message.head, message.waitMs).catch(fail)
  })
}
