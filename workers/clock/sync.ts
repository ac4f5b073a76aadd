import { CLOCK_FIRST_RESYNC_MS, CLOCK_SYNC_INTERVAL_MS } from '#protocol/constants.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Clock } from './clock.ts'

const MOST_SAMPLES = 32
const GOOD_ENOUGH_MS = 2
/** A burst ends when this many samples in a row have made the estimate no better. */
const VAIN_SAMPLES = 10
const BETTER_BY_MS = 0.5

/**
 * Keeps the clock right: once after the start (S9.3), then every minute (S9.2), at once when woken. One burst takes
 * samples only while they help: two on a quiet line, up to 32 on a jittery one.
 */
export class ClockSync {
  private stopTimer: (() => void) | null = null
  private burst: Promise<void> | null = null

  constructor(
    private readonly clock: Clock,
    private readonly dependencies: Pick<TransportDependencies, 'setTimer'>,
    /** Makes one exchange with the server that adds a sample to the clock; false when it failed. */
    private readonly exchange: () => Promise<boolean>,
    /** A burst begins: the moment for whatever else is to be done as often. */
    private readonly onBurst: () => void = () => undefined,
  ) {}

  start(): void {
    this.schedule(CLOCK_FIRST_RESYNC_MS)
  }

  stop(): void {
    this.stopTimer?.()
    this.stopTimer = null
  }

  /** Runs one burst; calls during a burst join it. */
  run(): Promise<void> {
    this.burst ??= this.sample().finally(() => (this.burst = null))
    return this.burst
  }

  private schedule(delayMs: number): void {
    this.stop()
    this.stopTimer = this.dependencies.setTimer(() => {
      void this.run()
      this.schedule(CLOCK_SYNC_INTERVAL_MS)
    }, delayMs)
  }

  private async sample(): Promise<void> {
    this.onBurst()
    let vain = 0
    for (let taken = 0; taken < MOST_SAMPLES && vain < VAIN_SAMPLES; taken += 1) {
      const before = this.clock.uncertaintyMs
      if (!(await this.exchange())) return
      const after = this.clock.uncertaintyMs
      if (after <= GOOD_ENOUGH_MS) return
      vain = before - after < BETTER_BY_MS ? vain + 1 : 0
    }
  }
}

/** A change smaller than this is not worth a message to the page. */
const NOTICE_MS = 0.5

/** The server's clock, kept right and told to the page (S9.2-S9.4, settled 35). */
export class ServerTime {
  readonly clock: Clock
  private readonly sync: ClockSync
  private toldOffsetMs = Number.NaN
  private syncedAt = 0

  constructor(
    private readonly dependencies: Pick<TransportDependencies, 'now' | 'setTimer'>,
    /** One call to the server; every answer adds a sample to the clock by itself. False when none came. */
    exchange: () => Promise<boolean>,
    private readonly onOffset: (offsetMs: number) => void,
    onBurst: () => void = () => undefined,
  ) {
    this.clock = new Clock(
      () => dependencies.now(),
      (offsetMs) => this.tell(offsetMs),
    )
    const sampled = async () => {
      const isAnswered = await exchange()
      if (isAnswered) this.syncedAt = dependencies.now()
      return isAnswered
    }
    this.sync = new ClockSync(this.clock, dependencies, sampled, onBurst)
  }

  start(): void {
    this.sync.start()
  }

  /** The page is back: timers may not have run while it was away. */
  refresh(): void {
    if (this.dependencies.now() - this.syncedAt > CLOCK_SYNC_INTERVAL_MS) void this.sync.run()
  }

  private tell(offsetMs: number): void {
    if (Math.abs(offsetMs - this.toldOffsetMs) < NOTICE_MS) return
    this.toldOffsetMs = offsetMs
    this.onOffset(offsetMs)
  }
}
