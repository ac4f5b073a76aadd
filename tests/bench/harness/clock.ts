/** Milliseconds on the system's clock, finer than `Date.now()`; the same in all processes of a machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}
