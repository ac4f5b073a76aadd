import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { WorkerApi, StartReport } from '#protocol/worker/api.ts'
import type { PagePlatform, WorkerHandle } from './page-platform.ts'

const PING_INTERVAL_MS = 1_000
/** The script of a new worker may come over a slow network. */
const LOAD_TIMEOUT_MS = 30_000
/** A worker that dies again within this time is replaced later and later, so that a crash loop does not eat the page. */
const CALM_MS = 30_000
/** A successor whose start failed is started again after this. */
const START_AGAIN_MS = 2_000
const REPLACE_DELAYS_MS = [0, 500, 2_000, 5_000] as const

export interface WorkerLife {
  /** Gives a new worker its options; its answer is the outcome of {@link WorkerSupervisor.start}. */
  begin(api: WorkerApi<MessagePort>): Promise<Result<StartReport>>
  /** A new worker stands where one has died. */
  replaced(api: WorkerApi<MessagePort>): void
  /** The new worker has started: what the old one knew may have changed meanwhile. */
  startedAgain(report: StartReport): void
}

/**
 * Keeps one transport worker alive: no pong within `timeoutMs` while the page is visible means dead (settled 19). Then
 * it is ended and replaced, and whoever waited for it is told.
 */
export class WorkerSupervisor {
  replaced = 0
  private line: WorkerHandle
  private readonly waiting = new Set<() => void>()
  private stopTimer: (() => void) | null = null
  private generation = 0
  private deaths = 0
  private lastDeathAt = Number.NEGATIVE_INFINITY
  private isStarted = false
  private isClosed = false
  private isReplacing = false
  /** The worker has answered once: from then on silence is a sign of death and not of a slow network. */
  private hasAnswered = false
  private revival: Promise<void> = Promise.resolve()

  constructor(
    private readonly platform: PagePlatform,
    private readonly timeoutMs: number,
    private readonly life: WorkerLife,
  ) {
    this.line = this.spawn()
  }

  /** False between a death and its replacement: nobody is there to be told anything. */
  get isAlive(): boolean {
    return !this.isClosed && !this.isReplacing
  }

  /** Tells the worker something without waiting for an answer; a dead one is not told. */
  notify(message: (api: WorkerApi<MessagePort>) => Promise<unknown>): void {
    if (this.isAlive) void message(this.line.api).catch(() => undefined)
  }

  async start(): Promise<Result<StartReport>> {
    this.isStarted = true
    this.watch(0)
    return this.request((api) => this.begin(api), 3)
  }

  /**
   * Asks the worker; if it dies meanwhile, asks its successor up to `repeats` times, then gives a failure whose details
   * say that trying again is possible. Never rejects.
   */
  async request<Data>(
    question: (api: WorkerApi<MessagePort>) => Promise<Result<Data>>,
    repeats: number,
  ): Promise<Result<Data>> {
    await this.revival
    if (this.isClosed) return workerFailure('the transport is closed')
    const answer = await new Promise<Result<Data> | 'died'>((resolve) => {
      const die = () => resolve('died')
      this.waiting.add(die)
      const settle = (result: Result<Data>) => {
        this.waiting.delete(die)
        resolve(result)
      }
      question(this.line.api).then(settle, () => settle(workerFailure('the call could not cross the thread border')))
    })
    if (answer !== 'died') return answer
    if (repeats > 0 && !this.isClosed) return this.request(question, repeats - 1)
    return workerFailure('the transport worker was replaced')
  }

  /** Checks the worker at once instead of at the next beat: after the page became visible again. */
  checkSoon(): void {
    if (this.isStarted && this.isAlive) this.watch(0)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.stopTimer?.()
    this.line.end()
    this.releaseWaiting()
  }

  private spawn(): WorkerHandle {
    const line = this.platform.spawn()
    const generation = (this.generation += 1)
    line.onBroken(() => this.replace(generation))
    return line
  }

  private watch(delayMs: number): void {
    this.stopTimer?.()
    this.stopTimer = this.platform.setTimer(() => void this.beat(), delayMs)
  }

  private async beat(): Promise<void> {
    const generation = this.generation
    const wasVisible = this.platform.isVisible()
    let hasPong = false
    this.stopTimer = this.platform.setTimer(
      () => {
        if (hasPong || generation !== this.generation) return
        // A page that was or became hidden proves nothing: timers and messages are throttled there.
        if (wasVisible && this.platform.isVisible()) this.replace(generation)
        else this.watch(PING_INTERVAL_MS)
      },
      this.hasAnswered ? this.timeoutMs : LOAD_TIMEOUT_MS,
    )
    const stopDeadline = this.stopTimer
    await this.line.api.ping().catch(() => undefined)
    hasPong = true
    stopDeadline()
    if (generation !== this.generation || this.isClosed) return
    this.hasAnswered = true
    if (this.stopTimer === stopDeadline) this.watch(PING_INTERVAL_MS)
  }

  private replace(generation: number): void {
    if (generation !== this.generation || this.isClosed) return
    const now = this.platform.now()
    this.deaths = now - this.lastDeathAt > CALM_MS ? 0 : this.deaths + 1
    this.lastDeathAt = now
    this.generation += 1
    this.isReplacing = true
    this.hasAnswered = false
    this.stopTimer?.()
    this.line.end()
    const delayMs = REPLACE_DELAYS_MS[Math.min(this.deaths, REPLACE_DELAYS_MS.length - 1)] ?? 0
    this.revival = new Promise((resolve) => {
      this.platform.setTimer(() => {
        this.revive()
        resolve()
      }, delayMs)
    })
    this.releaseWaiting()
  }

  private revive(): void {
    if (this.isClosed) return
    this.replaced += 1
    this.isReplacing = false
    this.line = this.spawn()
    if (this.isStarted) {
      void this.beginAgain(this.generation)
      this.watch(0)
    }
    this.life.replaced(this.line.api)
  }

  /** A worker that could not even fetch its own parts keeps that failure for good: another one may get them. */
  private async begin(api: WorkerApi<MessagePort>): Promise<Result<StartReport>> {
    const { generation } = this
    try {
      return await this.life.begin(api)
    } catch (error) {
      this.replace(generation)
      throw error
    }
  }

  /** Nobody asks how a successor has started: while the server cannot be reached, it is told to start again. */
  private async beginAgain(generation: number): Promise<void> {
    const report = await this.begin(this.line.api).catch(() => null)
    if (report === null || generation !== this.generation || this.isClosed) return
    if (report.ok) {
      this.life.startedAgain(report.data)
      return
    }
    this.platform.setTimer(() => {
      if (generation === this.generation && !this.isClosed) void this.beginAgain(generation)
    }, START_AGAIN_MS)
  }

  private releaseWaiting(): void {
    const waiting = [...this.waiting]
    this.waiting.clear()
    for (const die of waiting) die()
  }
}

function workerFailure(reason: string): Failure {
  return failureOf(CODES.NETWORK_FAILURE, { details: { reason, isRetryable: true } })
}
