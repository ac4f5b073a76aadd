import { CLOCK_FIRST_RESYNC_MS, CLOCK_SYNC_INTERVAL_MS } from '#protocol/constants.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Clock } from './clock.ts'

const MAX_SAMPLES = 32
const TARGET_UNCERTAINTY_MS = 2
/** A burst ends after this many samples in a row without improvement. */
const MAX_SAMPLES_WITHOUT_GAIN = 10
const MIN_GAIN_MS = 0.5
/** Smaller changes of the offset are not sent to the page. */
const NOTICE_MS = 0.5

/**
 * Synchronizes the clock: once after the start (S9.3), then every minute (S9.2), and on request. One burst takes samples
 * while they improve the estimate: about two with constant delays, up to 32 with jitter.
 */
export class ClockSync {
  readonly #clock: Clock
  readonly #dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly #exchange: () => Promise<boolean>
  readonly #onBurst: () => void
  #cancelTimer: (() => void) | null = null
  #burst: Promise<void> | null = null

  /**
   * @param exchange makes one call to the server, which adds a sample to the clock; returns false if it failed
   * @param onBurst runs at the start of each burst
   */
  constructor(
    clock: Clock,
    dependencies: Pick<TransportDependencies, 'setTimer'>,
    exchange: () => Promise<boolean>,
    onBurst: () => void = () => undefined,
  ) {
    this.#clock = clock
    this.#dependencies = dependencies
    this.#exchange = exchange
    this.#onBurst = onBurst
  }

  start(): void {
    this.#schedule(CLOCK_FIRST_RESYNC_MS)
  }

  stop(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  /** Runs one burst. Concurrent calls join it. */
  run(): Promise<void> {
    this.#burst ??= this.#sample().finally(() => (this.#burst = null))
    return this.#burst
  }

  #schedule(delayMs: number): void {
    this.stop()
    this.#cancelTimer = this.#dependencies.setTimer(() => {
      void this.run()
      this.#schedule(CLOCK_SYNC_INTERVAL_MS)
    }, delayMs)
  }

  async #sample(): Promise<void> {
    this.#onBurst()
    let withoutGain = 0
    for (let taken = 0; taken < MAX_SAMPLES && withoutGain < MAX_SAMPLES_WITHOUT_GAIN; taken += 1) {
      const before = this.#clock.uncertaintyMs
      if (!(await this.#exchange())) return
      const after = this.#clock.uncertaintyMs
      if (after <= TARGET_UNCERTAINTY_MS) return
      withoutGain = before - after < MIN_GAIN_MS ? withoutGain + 1 : 0
    }
  }
}

/** The server clock of the worker. Synchronizes it and sends its offset to the page (S9.2-S9.4, settled 35). */
export class ServerTime {
  readonly clock: Clock
  readonly #dependencies: Pick<TransportDependencies, 'now' | 'setTimer'>
  readonly #onOffset: (offsetMs: number) => void
  readonly #sync: ClockSync
  #sentOffsetMs = Number.NaN
  #syncedAt = 0

  /** Parameters as of {@link ClockSync}. `onOffset` receives every change of the offset of at least 0.5 ms. */
  constructor(
    dependencies: Pick<TransportDependencies, 'now' | 'setTimer'>,
    exchange: () => Promise<boolean>,
    onOffset: (offsetMs: number) => void,
    onBurst: () => void,
  ) {
    this.#dependencies = dependencies
    this.#onOffset = onOffset
    this.clock = new Clock(
      () => dependencies.now(),
      (offsetMs) => this.#sendOffset(offsetMs),
    )
    const exchangeOnce = async () => {
      const isSuccess = await exchange()
      if (isSuccess) this.#syncedAt = dependencies.now()
      return isSuccess
    }
    this.#sync = new ClockSync(this.clock, dependencies, exchangeOnce, onBurst)
  }

  start(): void {
    this.#sync.start()
  }

  /** Synchronizes after the page became visible, if a timer was missed. */
  refresh(): void {
    if (this.#dependencies.now() - this.#syncedAt > CLOCK_SYNC_INTERVAL_MS) void this.#sync.run()
  }

  #sendOffset(offsetMs: number): void {
    if (Math.abs(offsetMs - this.#sentOffsetMs) < NOTICE_MS) return
    this.#sentOffsetMs = offsetMs
    this.#onOffset(offsetMs)
  }
}
