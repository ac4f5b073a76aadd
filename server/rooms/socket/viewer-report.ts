/** Minimum interval of viewer counts of a room. */
export const VIEWER_REPORT_INTERVAL_MS = 5_000
/** Delay of the first change, so that simultaneous arrivals are one report. */
const GATHER_MS = 250

/** Reports the viewer count of a room if it changed, somebody is subscribed, and 5 s have passed. */
export class ViewerReport {
  #timer: ReturnType<typeof setTimeout> | null = null
  #reported: number | null = null
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly options: {
      readonly viewers: () => number
      readonly hasListeners: () => boolean
      readonly report: (viewers: number) => void
      readonly now: () => number
    },
  ) {}

  changed(): void {
    if (this.#timer || !this.#isDue()) return
    const wait = this.#reportedAt + VIEWER_REPORT_INTERVAL_MS - this.options.now()
    const delay = Math.min(VIEWER_REPORT_INTERVAL_MS, Math.max(GATHER_MS, wait))
    this.#timer = setTimeout(() => this.#report(), delay)
    this.#timer.unref()
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #isDue(): boolean {
    return this.options.hasListeners() && this.options.viewers() !== this.#reported
  }

  #report(): void {
    this.#timer = null
    if (!this.#isDue()) return
    this.#reported = this.options.viewers()
    this.#reportedAt = this.options.now()
    this.options.report(this.#reported)
  }
}
