/** Recorded for each frame: its time and the newest visible sequence number. */
export interface ProbeReport {
  /** System time (ms) and sequence number at the bottom of the list; null = none. */
  readonly frames: readonly (readonly [at: number, seq: number | null])[]
  readonly longTasks: readonly number[]
  readonly folded: number
}

/**
 * Runs in the page. After every animation frame, a MessageChannel task, which runs after layout and paint, reads the
 * bottom of the chat list. A message counts as visible in the first frame whose lowest visible row is this message or a
 * newer one.
 */
export const PROBE = `(() => {
  const frames = []
  const longTasks = []
  let isRunning = false
  const after = new MessageChannel()
  const seqAt = (x, y) => {
    const row = document.elementFromPoint(x, y)?.closest('[data-seq]')
    return row ? Number(row.getAttribute('data-seq')) : null
  }
  after.port1.onmessage = () => {
    const list = document.querySelector('[role="log"]')
    if (!list) return
    const box = list.getBoundingClientRect()
    const x = box.left + 40
    let seq = null
    for (const up of [6, 14, 22, 34, 48]) {
      seq = seqAt(x, box.bottom - up)
      if (seq !== null) break
    }
    frames.push([performance.timeOrigin + performance.now(), seq])
  }
  const tick = () => {
    if (!isRunning) return
    after.port2.postMessage(null)
    requestAnimationFrame(tick)
  }
  new PerformanceObserver((list) => {
    if (isRunning) for (const entry of list.getEntries()) longTasks.push(entry.duration)
  }).observe({ entryTypes: ['longtask'] })
  window.probe = {
    start() {
      frames.length = 0
      longTasks.length = 0
      isRunning = true
      requestAnimationFrame(tick)
    },
    stop() {
      isRunning = false
      const folded = [...document.querySelectorAll('[data-folded]')].reduce((sum, row) => sum + Number(row.getAttribute('data-folded')), 0)
      return { frames, longTasks, folded }
    },
  }
})()`
