import { CLOCK_SYNC_INTERVAL_MS } from '#protocol/constants.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Clock } from './clock.ts'
import { ClockSync } from './sync.ts'

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
