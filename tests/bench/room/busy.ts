import { WARM_UP_SECONDS } from '../pixel/replay.ts'
import type { BenchPage } from '../harness/page.ts'

/** Load of the page's main thread in percent: wall time and processor time of its tasks. */
export interface Busy {
  readonly busy: number
  /** On an idle machine both are nearly the same; on a busy one the wall time includes waiting. */
  readonly processor: number
}

function busyBetween(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Busy {
  const spent = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  const percent = (name: string) => (spent(name) / spent('Timestamp')) * 100
  return { busy: percent('TaskDuration'), processor: percent('ThreadTime') }
}

/** Runs `work` and measures the load of the page from the end of the warm-up. */
export async function whileBusy<Value>(
  page: BenchPage,
  work: () => Promise<Value>,
): Promise<Busy & { readonly value: Value }> {
  const before = new Promise<Readonly<Record<string, number>>>((resolve, reject) => {
    setTimeout(() => void page.metrics().then(resolve, reject), WARM_UP_SECONDS * 1000)
  })
  const value = await work()
  const after = await page.metrics()
  return { value, ...busyBetween(await before, after) }
}

/** Difference of the page's clock and this process's in milliseconds, from the fastest of several readings. */
export async function clockAhead(page: BenchPage): Promise<number> {
  let best = { roundTrip: Number.POSITIVE_INFINITY, ahead: 0 }
  for (let reading = 0; reading < 20; reading += 1) {
    const asked = performance.timeOrigin + performance.now()
    const there = await page.evaluate<number>('performance.timeOrigin + performance.now()')
    const respondedAt = performance.timeOrigin + performance.now()
    const roundTrip = respondedAt - asked
    if (roundTrip < best.roundTrip) best = { roundTrip, ahead: there - (asked + respondedAt) / 2 }
  }
  return best.ahead
}
