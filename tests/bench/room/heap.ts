import type { BenchPage } from '../harness/page.ts'

const MEGABYTE = 1024 ** 2

/** Heaps of a page and its workers after garbage collection, in MB. */
export interface Heaps {
  readonly page: number
  readonly workers: number
}

type Send = BenchPage['send']

async function heapOf(send: Send): Promise<number> {
  // the second collection takes what finalizers released
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.collectGarbage')
  const { usedSize } = (await send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / MEGABYTE
}

export async function readHeaps(page: BenchPage, workers: readonly Send[]): Promise<Heaps> {
  let sum = 0
  for (const worker of workers) sum += await heapOf(worker)
  return { page: await heapOf((method, params) => page.send(method, params)), workers: sum }
}
