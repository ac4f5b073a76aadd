import { NO_STATS } from '../support/feed-fixtures.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { useSamples } from '#features/perf/use-samples.ts'
import { transportStats } from '#transport/client.ts'
import { mount, type Mounted } from '../support/mount.tsx'

vi.mock('#transport/client.ts', { spy: true })

let mounted: Mounted
afterEach(() => {
  mounted.unmount()
  vi.useRealTimers()
})

function StatsView() {
  return <p>{useSamples().map(({ receivedPerSecond }) => `${receivedPerSecond} `)}</p>
}

const stats = (entriesReceived: number) => ({
  ...NO_STATS,
  entriesReceived,
})

it('a busy worker is polled once, and its rates cover the time until its response', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const ask = vi.mocked(transportStats)
  let respond: (read: ReturnType<typeof stats>) => void = () => undefined
  ask.mockResolvedValueOnce(stats(0))
  ask.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  ask.mockResolvedValueOnce(stats(5_000))
  mounted = mount(<StatsView />)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(ask).toHaveBeenCalledTimes(2)
  respond(stats(4_000))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledTimes(3)
  await vi.waitFor(() => expect(mounted.root.textContent).toBe('1000 1000 '))
})
