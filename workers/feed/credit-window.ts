import { FEED_CREDITS, FEED_MIN_GAP_MS } from '#protocol/constants.ts'
import type { TransportDependencies } from '../dependencies.ts'

/**
 * When a batch may be posted (research/chatbench.md section 5): as soon as something is there and credit is left, at
 * least 1 ms after the one before. The page returns a credit when a frame has consumed its batch.
 */
export class CreditWindow {
  private credits = FEED_CREDITS
  private lastPostAt = Number.NEGATIVE_INFINITY
  private isScheduled = false

  constructor(
    private readonly dependencies: Pick<TransportDependencies, 'now' | 'afterGap'>,
    private readonly hasNews: () => boolean,
    private readonly post: (now: number) => void,
  ) {}

  get isOpen(): boolean {
    return this.credits > 0
  }

  give(count: number): void {
    this.credits = Math.min(FEED_CREDITS, this.credits + count)
  }

  /** Everything posted is on the screen, so every credit is back, whatever became of their messages. */
  refill(): void {
    this.credits = FEED_CREDITS
  }

  /** Posts what may be posted now, and later what may be posted later. */
  pump(): void {
    if (this.isScheduled || !this.isOpen || !this.hasNews()) return
    const now = this.dependencies.now()
    const sincePost = now - this.lastPostAt
    // A clock that was set back says nothing about the gap.
    if (sincePost >= 0 && sincePost < FEED_MIN_GAP_MS) {
      this.isScheduled = true
      this.dependencies.afterGap(() => {
        this.isScheduled = false
        this.pump()
      })
      return
    }
    this.credits -= 1
    this.lastPostAt = now
    this.post(now)
    this.pump()
  }
}
