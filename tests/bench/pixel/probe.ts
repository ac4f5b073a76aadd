import { createFrameProbe, type PaintedFrame } from '#features/perf/engine/frame-probe.ts'

export interface ProbeReport {
  readonly frames: readonly PaintedFrame[]
  readonly longTasks: readonly number[]
  readonly folded: number
}

/** Script of a measured page: the frame probe of the lab page on the room's chat list. */
export const PROBE = `(() => {
  const frames = []
  const longTasks = []
  let isRunning = false
  const frameProbe = (${createFrameProbe.toString()})(
    () => document.querySelector('[role="log"]'),
    (at, seq) => frames.push([at, seq]),
  )
  new PerformanceObserver((list) => {
    if (isRunning) for (const entry of list.getEntries()) longTasks.push(entry.duration)
  }).observe({ entryTypes: ['longtask'] })
  window.probe = {
    start() {
      frames.length = 0
      longTasks.length = 0
      isRunning = true
      frameProbe.start()
    },
    stop() {
      isRunning = false
      frameProbe.stop()
      const folded = [...document.querySelectorAll('[data-folded]')].reduce((sum, row) => sum + Number(row.getAttribute('data-folded')), 0)
      return { frames, longTasks, folded }
    },
  }
})()`
