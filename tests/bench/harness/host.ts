import { readFile } from 'node:fs/promises'

/** With more steal time than this a measurement is not valid. */
const QUIET_SHARE = 0.01

interface Times {
  readonly all: number
  readonly stolen: number
}

/** The processor times of /proc/stat; null on other systems. */
async function readTimes(): Promise<Times | null> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '')
  return timesIn(text)
}

/** Times of the first line: user nice system idle iowait irq softirq steal (guest times are part of user). */
export function timesIn(stat: string): Times | null {
  const [line = ''] = stat.split('\n')
  const [name, ...times] = line.trim().split(/\s+/)
  const eight = times.slice(0, 8).map(Number)
  if (name !== 'cpu' || eight.length < 8 || eight.some((time) => !Number.isFinite(time))) return null
  return { all: eight.reduce((sum, time) => sum + time, 0), stolen: eight[7] ?? 0 }
}

export interface Watched<Value> {
  readonly value: Value
  /** Share of all processors, 0 to 1, that the host took away. */
  readonly stolen: number
}

/** Runs `work` and returns the steal time of the virtual machine; 0 if the system does not report it. */
export async function watchingHost<Value>(work: () => Promise<Value>): Promise<Watched<Value>> {
  const before = await readTimes()
  const value = await work()
  const after = await readTimes()
  const all = (after?.all ?? 0) - (before?.all ?? 0)
  return { value, stolen: all > 0 ? ((after?.stolen ?? 0) - (before?.stolen ?? 0)) / all : 0 }
}

/**
 * Repeats a measurement until the host is quiet, at most `tries` times, and returns the reading with the least steal
 * time. The selection depends on the host only, never on the measured value.
 */
export async function quietest<Value>(measure: () => Promise<Watched<Value>>, tries: number): Promise<Watched<Value>> {
  let best = await measure()
  for (let left = tries - 1; left > 0 && best.stolen > QUIET_SHARE; left -= 1) {
    console.error(`  the host took ${(best.stolen * 100).toFixed(1)} % of the processors: once more`)
    const next = await measure()
    if (next.stolen < best.stolen) best = next
  }
  return best
}
