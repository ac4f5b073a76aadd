/** A jump larger than this is a changed system clock, not a correction: the server clock follows it at once. */
const JUMP_MS = 2_000

/** The server's clock on the page: local clock plus the worker's measured offset, never running backwards (settled 35). */
export class ServerClock {
  private offsetMs = 0
  private last = Number.NEGATIVE_INFINITY

  constructor(private readonly localNow: () => number) {}

  setOffset(offsetMs: number): void {
    this.offsetMs = offsetMs
  }

  /** Epoch milliseconds on the server's clock. */
  now(): number {
    const now = this.localNow() + this.offsetMs
    if (now >= this.last || this.last - now > JUMP_MS) this.last = now
    return this.last
  }
}
