import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import type { StartReport, WorkerApi } from '#protocol/worker/api.ts'
import type { PagePlatform, WorkerHandle } from './page-platform.ts'

const PING_INTERVAL_MS = 1_000
/** Loading the script of a new worker may take this long. */
const LOAD_TIMEOUT_MS = 30_000
/** Deaths within this time of each other increase the delay of the replacement. */
const CRASH_LOOP_WINDOW_MS = 30_000
const RESTART_DELAY_MS = 2_000
const REPLACE_DELAYS_MS = [0, 500, 2_000, 5_000] as const
const START_RETRIES = 3

/** Owner of the worker. Implemented by `TransportClient`. */
export interface WorkerOwner {
  startWorker(api: WorkerApi<MessagePort>): Promise<Result<StartReport>>
  /** Called after a dead worker was replaced, before the new one has started. */
  onReplaced(api: WorkerApi<MessagePort>): void
  /** Called after a replacement has started. The session may have changed since. */
  onRestarted(report: StartReport): void
}

/**
 * Keeps one transport worker alive. A worker without a pong within `timeoutMs` while the page is visible is dead (settled
 * 19): it is terminated and replaced, and its pending requests are repeated or fail.
 */
export class WorkerSupervisor {
  readonly #platform: PagePlatform
  readonly #timeoutMs: number
  readonly #owner: WorkerOwner
  readonly #pending = new Set<() => void>()
  #worker: WorkerHandle
  #replaced = 0
  #cancelTimer: (() => void) | null = null
  #generation = 0
  #deaths = 0
  #lastDeathAt = Number.NEGATIVE_INFINITY
  #isStarted = false
  #isClosed = false
  #isReplacing = false
  /** True after the first pong. Before it, silence may mean that the script is still loading. */
  #hasResponded = false
  #replacement: Promise<void> = Promise.resolve()

  constructor(platform: PagePlatform, timeoutMs: number, owner: WorkerOwner) {
    this.#platform = platform
    this.#timeoutMs = timeoutMs
    this.#owner = owner
    this.#worker = this.#spawn()
  }

  /** Number of workers that were replaced. */
  get replaced(): number {
    return this.#replaced
  }

  /** Sends a message without waiting for a response. It is dropped while a dead worker is being replaced. */
  notify(message: (api: WorkerApi<MessagePort>) => Promise<unknown>): void {
    if (this.#isAlive) void message(this.#worker.api).catch(() => undefined)
  }

  async start(): Promise<Result<StartReport>> {
    this.#isStarted = true
    this.#schedulePing(0)
    return this.request((api) => this.#startWorker(api), START_RETRIES)
  }

  /**
   * Sends a request. If the worker dies before it responds, its replacement gets the request, up to `retries` times. After
   * that, the details of the failure contain `isRetryable`. Never rejects.
   */
  async request<Data>(
    send: (api: WorkerApi<MessagePort>) => Promise<Result<Data>>,
    retries: number,
  ): Promise<Result<Data>> {
    await this.#replacement
    if (this.#isClosed) return workerFailure('the transport is closed')
    const outcome = await new Promise<Result<Data> | 'died'>((resolve) => {
      const onDeath = () => resolve('died')
      this.#pending.add(onDeath)
      const settle = (result: Result<Data>) => {
        this.#pending.delete(onDeath)
        resolve(result)
      }
      send(this.#worker.api).then(settle, () => settle(workerFailure('the call could not cross the thread border')))
    })
    if (outcome !== 'died') return outcome
    if (retries > 0 && !this.#isClosed) return this.request(send, retries - 1)
    return workerFailure('the transport worker was replaced')
  }

  /** Pings the worker at once, for example after the page became visible. */
  pingNow(): void {
    if (this.#isStarted && this.#isAlive) this.#schedulePing(0)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelTimer?.()
    this.#worker.end()
    this.#failPending()
  }

  get #isAlive(): boolean {
    return !this.#isClosed && !this.#isReplacing
  }

  #spawn(): WorkerHandle {
    const worker = this.#platform.spawn()
    const generation = (this.#generation += 1)
    worker.onBroken(() => this.#replace(generation))
    return worker
  }

  #schedulePing(delayMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#platform.setTimer(() => void this.#ping(), delayMs)
  }

  async #ping(): Promise<void> {
    const generation = this.#generation
    const wasVisible = this.#platform.isVisible()
    let hasPong = false
    const cancelTimeout = this.#platform.setTimer(
      () => {
        if (hasPong || generation !== this.#generation) return
        // Timers and messages are throttled in hidden pages, so silence proves nothing there.
        if (wasVisible && this.#platform.isVisible()) this.#replace(generation)
        else this.#schedulePing(PING_INTERVAL_MS)
      },
      this.#hasResponded ? this.#timeoutMs : LOAD_TIMEOUT_MS,
    )
    this.#cancelTimer = cancelTimeout
    await this.#worker.api.ping().catch(() => undefined)
    hasPong = true
    cancelTimeout()
    if (generation !== this.#generation || this.#isClosed) return
    this.#hasResponded = true
    if (this.#cancelTimer === cancelTimeout) this.#schedulePing(PING_INTERVAL_MS)
  }

  #replace(generation: number): void {
    if (generation !== this.#generation || this.#isClosed) return
    const now = this.#platform.now()
    this.#deaths = now - this.#lastDeathAt > CRASH_LOOP_WINDOW_MS ? 0 : this.#deaths + 1
    this.#lastDeathAt = now
    this.#generation += 1
    this.#isReplacing = true
    this.#hasResponded = false
    this.#cancelTimer?.()
    this.#worker.end()
    const delayMs = REPLACE_DELAYS_MS[Math.min(this.#deaths, REPLACE_DELAYS_MS.length - 1)] ?? 0
    this.#replacement = new Promise((resolve) => {
      this.#platform.setTimer(() => {
        this.#spawnReplacement()
        resolve()
      }, delayMs)
    })
    this.#failPending()
  }

  #spawnReplacement(): void {
    if (this.#isClosed) return
    this.#replaced += 1
    this.#isReplacing = false
    this.#worker = this.#spawn()
    if (this.#isStarted) {
      void this.#restart(this.#generation)
      this.#schedulePing(0)
    }
    this.#owner.onReplaced(this.#worker.api)
  }

  /** A worker whose start rejects could not load all of its code and does not recover, so it is replaced. */
  async #startWorker(api: WorkerApi<MessagePort>): Promise<Result<StartReport>> {
    const generation = this.#generation
    try {
      return await this.#owner.startWorker(api)
    } catch (error) {
      this.#replace(generation)
      throw error
    }
  }

  /** Starts a replacement. Retries while the server cannot be reached. */
  async #restart(generation: number): Promise<void> {
    const report = await this.#startWorker(this.#worker.api).catch(() => null)
    if (report === null || generation !== this.#generation || this.#isClosed) return
    if (report.ok) {
      this.#owner.onRestarted(report.data)
      return
    }
    this.#platform.setTimer(() => {
      if (generation === this.#generation && !this.#isClosed) void this.#restart(generation)
    }, RESTART_DELAY_MS)
  }

  #failPending(): void {
    const pending = [...this.#pending]
    this.#pending.clear()
    for (const onDeath of pending) onDeath()
  }
}

function workerFailure(reason: string): Failure {
  return failureOf(CODES.NETWORK_FAILURE, { details: { reason, isRetryable: true } })
}
