import { whenQuiet } from './when-quiet.ts'

/** A page in which no fetch has ended for this long has come to rest, milliseconds. */
const REST_MS = 1000

/**
 * Runs a task once the page has come to rest: all that its HTML names has loaded, then a second in which no fetch ended,
 * then its first quiet moment; at the latest after `latestMs`. For what no part of the screen waits for: a quiet moment
 * alone comes in every pause of a first load, and a cheap phone has no processor to spare there. Returns how to cancel it.
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
