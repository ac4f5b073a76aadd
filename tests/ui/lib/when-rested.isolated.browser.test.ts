import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenRested } from '#lib/browser/when-rested.ts'

const LATEST_MS = 10_000
const task = vi.fn()
let cancel: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  task.mockClear()
  cancel = whenRested(task, LATEST_MS)
})
afterEach(() => {
  cancel()
  vi.useRealTimers()
})

/** Fetches a resource and waits for its performance entry. */
async function fetchSomething(): Promise<void> {
  const called = new Promise<void>((resolve) => {
    const watch = new PerformanceObserver(() => {
      watch.disconnect()
      resolve()
    })
    watch.observe({ type: 'resource' })
  })
  await fetch(`/?${Math.random()}`)
  await called
}

/** The next idle callback; earlier ones have run by then. */
const quietMoment = () => new Promise((resolve) => requestIdleCallback(resolve))

describe('a task for an idle page', () => {
  it('runs once after a second without a fetch', async () => {
    vi.advanceTimersByTime(999)
    expect(task).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    await quietMoment()
    expect(task).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2 * LATEST_MS)
    expect(task).toHaveBeenCalledTimes(1)
  })

  it('waits while the page fetches', async () => {
    vi.advanceTimersByTime(900)
    await fetchSomething()
    vi.advanceTimersByTime(900)
    await quietMoment()
    expect(task).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    await quietMoment()
    expect(task).toHaveBeenCalledTimes(1)
  })

  it('runs after the maximum time on a page that is never idle', async () => {
    for (let passed = 0; passed < LATEST_MS; passed += 900) {
      expect(task).not.toHaveBeenCalled()
      // oxlint-disable-next-line no-await-in-loop -- one fetch after the other
      await fetchSomething()
      vi.advanceTimersByTime(900)
    }
    await quietMoment()
    expect(task).toHaveBeenCalledTimes(1)
  })

  it('waits until all resources of the HTML are loaded', async () => {
    cancel()
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    cancel = whenRested(task, LATEST_MS)
    vi.advanceTimersByTime(5000)
    state.mockRestore()
    expect(task).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(1000)
    await quietMoment()
    expect(task).toHaveBeenCalledTimes(1)
  })

  it('can be cancelled, before the page is idle and just after', async () => {
    cancel()
    vi.advanceTimersByTime(2 * LATEST_MS)
    cancel = whenRested(task, LATEST_MS)
    vi.advanceTimersByTime(1000)
    cancel()
    await quietMoment()
    vi.advanceTimersByTime(2 * LATEST_MS)
    expect(task).not.toHaveBeenCalled()
  })
})
