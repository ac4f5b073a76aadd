import { whenQuiet } from './when-quiet.ts'

/** A page without a completed fetch for this long is idle, milliseconds. */
const REST_MS = 1000

/**
 * Runs a task when the page has become idle: all resources of the HTML have loaded, no fetch has ended for a second,
 * and the browser is idle; at the latest after `latestMs`. An idle callback alone fires in each pause of a first load,
 * when a cheap phone has no time to spare. Returns a function that cancels it.
 */
export function whenRested(task: () => void, latestMs: number): () => void {
  let stopQuiet = (): void => undefined
  const stop = (): void => {
    window.removeEventListener('load', wait)
    clearTimeout(timer)
    clearTimeout(latest)
    fetches.disconnect()
  }
  const rest = (): void => {
    stop()
    stopQuiet = whenQuiet(task, REST_MS)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const latest = setTimeout(rest, latestMs)
  const wait = (): void => {
    if (document.readyState !== 'complete') return
    clearTimeout(timer)
    timer = setTimeout(rest, REST_MS)
  }
  const fetches = new PerformanceObserver(wait)
  fetches.observe({ type: 'resource' })
  window.addEventListener('load', wait)
  wait()
  return () => {
    stop()
    stopQuiet()
  }
}
