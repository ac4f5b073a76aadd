/** Milliseconds of the system clock with a higher resolution than `Date.now()`; the same in all processes. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}
