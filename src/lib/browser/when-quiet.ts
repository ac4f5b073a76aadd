/**
 * Runs a task in the first idle period of the page, at the latest after `latestMs`. Returns a function that cancels it.
 */
export function whenQuiet(task: () => void, latestMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(task, { timeout: latestMs })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, latestMs / 2)
  return () => clearTimeout(timer)
}
