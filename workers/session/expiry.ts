import { SESSION_WARNING_MS } from '#protocol/constants.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'

/** Timers are looked at again this often, because a clock may be set while they run. */
const LOOK_EVERY_MS = 3_600_000

export interface ExpiryContext {
  readonly dependencies: Pick<TransportDependencies, 'setTimer'>
  readonly clock: Clock
  onWarning(expireAt: number): void
  onEnd(): void
}

/** S9.20: warns once before the session's hour and ends it then, on the server's clock; the hour itself counts as past. */
export class Expiry {
  private expireAt = Number.POSITIVE_INFINITY
  private hasWarned = false
  private cancelTimer: () => void = () => undefined

  constructor(private readonly context: ExpiryContext) {}

  /** Epoch milliseconds on the server's clock. */
  watch(expireAt: number): void {
    this.expireAt = expireAt
    this.look()
  }

  /** Nobody is signed in any more, or somebody else. */
  stop(): void {
    this.cancelTimer()
    this.expireAt = Number.POSITIVE_INFINITY
    this.hasWarned = false
  }

  /** Looks at the clock now; a page that was asleep has missed its timers. */
  look(): void {
    this.cancelTimer()
    const { expireAt } = this
    if (expireAt === Number.POSITIVE_INFINITY) return
    const leftMs = expireAt - this.context.clock.now()
    if (leftMs <= 0) return this.context.onEnd()
    const isSoon = leftMs <= SESSION_WARNING_MS
    if (isSoon && !this.hasWarned) {
      this.hasWarned = true
      this.context.onWarning(expireAt)
    }
    const delayMs = Math.ceil(isSoon ? leftMs : leftMs - SESSION_WARNING_MS)
    this.cancelTimer = this.context.dependencies.setTimer(() => this.look(), Math.min(delayMs, LOOK_EVERY_MS))
  }
}
