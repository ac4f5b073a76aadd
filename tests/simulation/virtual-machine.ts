import crypto from 'node:crypto'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { seededRandom } from '#protocol/random.ts'

type Callback = (...values: unknown[]) => void

/** What `setTimeout` and `setInterval` return. Nothing keeps the process alive, so `ref` and `unref` do nothing. */
class VirtualTimer {
  at: number
  readonly everyMs: number | null
  readonly delayMs: number
  readonly run: () => void
  readonly #time: VirtualTime

  constructor(time: VirtualTime, delayMs: number, isRepeated: boolean, run: Callback) {
    this.#time = time
    this.delayMs = Math.max(1, Number.isFinite(delayMs) ? delayMs : 1)
    this.everyMs = isRepeated ? this.delayMs : null
    this.at = time.now() + this.delayMs
    this.run = run
  }

  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => false
  close = (): void => this.#time.clear(this)
  refresh(): this {
    this.at = this.#time.now() + this.delayMs
    return this
  }
}

/**
 * The time of a simulated machine: `Date`, `performance.now` and all timers of this process. It passes only in
 * {@link advance}, so that hours take as long as their work.
 */
export class VirtualTime {
  #now: number
  readonly #startedAt: number
  readonly #timers = new Set<VirtualTimer>()
  readonly #waits = new WeakSet<VirtualTimer>()

  constructor(now: number) {
    this.#now = now
    this.#startedAt = now
  }

  readonly now = (): number => this.#now

  /** A wait of the simulation itself, which the end of the simulated process does not end. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waits.add(this.set(ms, false, () => resolve()))
    })
  }

  set(delayMs: number, isRepeated: boolean, callback: Callback, values: readonly unknown[] = []): VirtualTimer {
    const timer = new VirtualTimer(this, delayMs, isRepeated, () => callback(...values))
    this.#timers.add(timer)
    return timer
  }

  clear(timer: unknown): void {
    this.#timers.delete(timer as VirtualTimer)
  }

  /** Drops all timers of the process, as its end does. */
  clearAll(): void {
    for (const timer of this.#timers) if (!this.#waits.has(timer)) this.#timers.delete(timer)
  }

  /**
   * Moves the clock and runs what is due, the earliest first, each timer at most once: a busy event loop runs a repeated
   * timer once too, however often it was missed. `settle` finishes the work that the timers have begun.
   */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    this.#now += ms
    const ran = new Set<VirtualTimer>()
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= this.#now && !ran.has(timer))
      if (due.length === 0) return
      for (const timer of due.toSorted((one, other) => one.at - other.at)) {
        if (!this.#timers.has(timer)) continue
        ran.add(timer)
        if (timer.everyMs === null) this.#timers.delete(timer)
        else timer.at = this.#now + timer.everyMs
        timer.run()
      }
      await settle()
    }
  }

  /** Replaces the clocks and timers of this process, for good. */
  install(): void {
    const [RealDate, now] = [Date, this.now]
    globalThis.Date = new Proxy(RealDate, {
      apply: () => new RealDate(now()).toString(),
      construct: (target, values, newTarget) =>
        Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    })
    performance.now = () => this.#now - this.#startedAt
    const global = globalThis as Record<string, unknown>
    global['setTimeout'] = (run: Callback, ms = 1, ...values: unknown[]) => this.set(ms, false, run, values)
    global['setInterval'] = (run: Callback, ms = 1, ...values: unknown[]) => this.set(ms, true, run, values)
    const [clearTimeout, clearInterval] = [globalThis.clearTimeout, globalThis.clearInterval]
    const clear = (real: (timer: never) => void) => (timer: unknown) =>
      timer instanceof VirtualTimer ? this.clear(timer) : real(timer as never)
    global['clearTimeout'] = clear(clearTimeout)
    global['clearInterval'] = clear(clearInterval)
    Object.assign(timersPromises, {
      setTimeout: (ms: number, value: unknown) =>
        new Promise((resolve) => void this.set(ms, false, () => resolve(value))),
    })
    syncBuiltinESMExports()
  }
}

/** Replaces the sources of random numbers of this process, for good: the same seed gives the same numbers. */
export function installRandom(seed: number): void {
  const next = seededRandom(seed)
  const byte = (): number => Math.floor(next() * 256)
  const fill = <View extends ArrayBufferView>(view: View): View => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = byte()
    return view
  }
  Math.random = next
  const randomBytes = (length: number): Buffer => fill(Buffer.alloc(length))
  const randomInt = (low: number, high?: number): number =>
    high === undefined ? Math.floor(next() * low) : low + Math.floor(next() * (high - low))
  const randomUUID = (): string => {
    const bytes = randomBytes(16)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  // An array that crypto fills is also what it returns.
  Object.assign(crypto, { randomBytes, randomInt, randomUUID, randomFillSync: fill })
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill })
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID })
  syncBuiltinESMExports()
}

/** Replaces argon2 by its synchronous form: threads would end in another order with each run. */
export function installPasswords(): void {
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Record<string, (...given: unknown[]) => unknown>
  for (const name of ['hash', 'verify'] as const) {
    const sync = argon2[`${name}Sync`]
    if (!sync) throw new Error(`argon2 has no ${name}Sync`)
    argon2[name] = (...given) => Promise.resolve(sync(...given))
  }
}
