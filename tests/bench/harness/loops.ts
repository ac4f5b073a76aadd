import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '#protocol/time.ts'

type Work = () => Promise<void>

/** Completed calls per second of `workers` that each begin a call when their last one has ended. */
export async function closedLoop(work: Work, workers: number, seconds: number): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * SECOND_MS
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return (done * SECOND_MS) / (performance.now() - begun)
}

/** Milliseconds of every call at a constant rate, from the time at which it was due. */
export async function atRate(work: Work, rate: number, seconds: number): Promise<number[]> {
  const latencies: number[] = []
  const running: Promise<void>[] = []
  const begun = performance.now()
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = begun + (count * SECOND_MS) / rate
    if (performance.now() < due) await wait(due - performance.now())
    running.push(work().then(() => void latencies.push(performance.now() - due)))
  }
  await Promise.all(running)
  return latencies
}
