import { expect, inject, it } from 'vitest'
import { page } from '#transport/worker.ts'
import { remoteControl } from './support/control.ts'
import { Page } from './support/page.ts'

interface Cost {
  readonly whole: number
  readonly feed: number
}

it('design 3: a worker of the browser takes 20,000 entries a second in frames of 16 ms with room to spare', async ({
  annotate,
}) => {
  const worker = new Worker(new URL('./support/feed-cost.worker.ts', import.meta.url), { type: 'module' })
  const costs = await new Promise<{ large: Cost; small: Cost }>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<{ large: Cost; small: Cost }>) => resolve(event.data))
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
  })
  worker.terminate()
  await annotate(`microseconds an entry: ${JSON.stringify(costs)}`)
  // 50 microseconds an entry would be a whole core.
  expect(costs.large.whole).toBeLessThan(25)
  expect(costs.large.feed).toBeLessThan(8)
})

it('a sealed call through the worker costs a few milliseconds', async ({ annotate }) => {
  const client = await Page.open(
    { ...page, isVisible: () => true, killWorker: () => undefined },
    remoteControl(inject('lt1Origin')),
  )
  const times: number[] = []
  for (let round = 0; round < 60; round += 1) {
    const startedAt = performance.now()
    expect(await client.client.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    times.push(performance.now() - startedAt)
  }
  client.client.close()
  const sorted = times.toSorted((a, b) => a - b)
  await annotate(`sealed call, ms: p50 ${sorted[30]?.toFixed(1)}, p95 ${sorted[57]?.toFixed(1)}`)
  expect(sorted[0]).toBeLessThan(50)
})
