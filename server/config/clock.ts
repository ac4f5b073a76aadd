import { uptime } from 'node:os'
import type { BaseLogger } from 'pino'
import { SECOND_MS } from '#protocol/time.ts'

/** The clocks of the system, in milliseconds. */
export interface SystemClocks {
  /** Epoch milliseconds; jumps when it is set. */
  readonly wall: () => number
  /** Never jumps; stops while the machine is suspended. */
  readonly monotonic: () => number
  /** Never jumps; also counts while the machine is suspended. */
  readonly uptime: () => number
}

const SYSTEM_CLOCKS: SystemClocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  uptime: () => uptime() * SECOND_MS,
}

const CHECK_INTERVAL_MS = SECOND_MS
/** A larger change of the difference from the wall clock is a jump. */
const JUMP_MS = 5_000
/** Share of the elapsed time by which the server approaches the wall clock; about that of NTP. */
const SLEW = 0.001

/**
 * The time of the server: the wall clock of its start plus the elapsed time. It never goes back and never jumps when the
 * wall clock is set, so that differences and deadlines of it stay correct (decision 84). It approaches a wall clock that
 * differs by 1 ms per second. The time of a suspension is added at once.
 */
export class ServerClock {
  readonly #clocks: SystemClocks
  readonly #log: Pick<BaseLogger, 'warn'>
  /** Epoch milliseconds at `monotonic` 0. */
  #origin: number
  /** Wall clock minus server time at the last check. */
  #difference = 0
  #checkedAt: number
  #suspendedMs: number
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(log: Pick<BaseLogger, 'warn'>, clocks: SystemClocks = SYSTEM_CLOCKS) {
    this.#clocks = clocks
    this.#log = log
    this.#checkedAt = clocks.monotonic()
    this.#origin = clocks.wall() - this.#checkedAt
    this.#suspendedMs = clocks.uptime() - this.#checkedAt
  }

  /** Epoch milliseconds, a whole number. */
  readonly now = (): number => Math.floor(this.#origin + this.#clocks.monotonic())

  start(): void {
    this.#timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Compares the clocks. Called every second. Logs one warning per jump of the wall clock. */
  check(): void {
    const { wall, monotonic, uptime: running } = this.#clocks
    const at = monotonic()
    const suspendedMs = running() - at
    // Uptime has a lower resolution, so only a difference of seconds is a suspension.
    if (suspendedMs - this.#suspendedMs > JUMP_MS) {
      this.#origin += suspendedMs - this.#suspendedMs
      this.#suspendedMs = suspendedMs
    }
    const difference = wall() - this.#origin - at
    const jump = difference - this.#difference
    if (Math.abs(jump) > JUMP_MS) {
      const seconds = Math.round(Math.abs(jump) / SECOND_MS)
      this.#log.warn(
        { jumpMs: Math.round(jump), differenceMs: Math.round(difference) },
        `the clock of the system was set ${jump < 0 ? 'back' : 'ahead'} by ${seconds} s; the server keeps its time, a restart adopts the new one`,
      )
    }
    const maxStepMs = (at - this.#checkedAt) * SLEW
    const step = Math.max(-maxStepMs, Math.min(maxStepMs, difference))
    this.#origin += step
    this.#difference = difference - step
    this.#checkedAt = at
  }
}
