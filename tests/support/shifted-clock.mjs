/**
 * Preloaded with `--import` into a process and its worker threads: `Date` runs ahead by the milliseconds of
 * CLOCK_SHIFT_MS. Monotonic clocks and timers stay as they are. For the built server, which has no such setting, and for
 * test runs across the end of all sessions (scripts/test.mjs).
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
if (!Number.isSafeInteger(shiftMs)) throw new Error('CLOCK_SHIFT_MS must be a number of milliseconds')

const RealDate = Date
const now = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
RealDate.prototype.constructor = globalThis.Date
