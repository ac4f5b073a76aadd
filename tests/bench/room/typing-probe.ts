/** Recorded while typing. */
export interface TypingReport {
  /** Key press to the end of the frame that shows it, milliseconds. */
  readonly keyMs: readonly number[]
  readonly longTasks: number
  /** Long tasks in which the message list changed, or that followed within a frame. */
  readonly chatLongTasks: number
  /** Tasks in which the message list changed. */
  readonly listChanges: number
}

/**
 * Runs in the page before its first script. A key lasts from the event's timestamp to a task after the next frame. A
 * long task is attributed to the chat if the list changed during it or within a frame before it, because rows are
 * rendered and measured in one task and painted in it or in the next. It requests no frames itself, which would change
 * the measured page.
 */
export const TYPING_PROBE = `(() => {
  const FRAME_MS = 17
  let keyMs = []
  let changes = []
  let tasks = []
  const waiting = []
  const after = new MessageChannel()
  after.port1.onmessage = () => { keyMs.push(performance.now() - waiting.shift()) }
  document.addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      waiting.push(timeStamp)
      after.port2.postMessage(null)
    })
  }, { capture: true })
  const changed = new MutationObserver(() => { changes.push(performance.now()) })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, startTime + duration])
  }).observe({ entryTypes: ['longtask'] })
  window.typingProbe = {
    start() {
      changed.disconnect()
      changed.observe(document.querySelector('[role="log"]'), { childList: true, subtree: true })
      keyMs = []
      changes = []
      tasks = []
    },
    stop() {
      const byChat = tasks.filter(([from, to]) => changes.some((at) => at >= from - FRAME_MS && at <= to))
      return { keyMs, longTasks: tasks.length, chatLongTasks: byChat.length, listChanges: changes.length }
    },
  }
})()`
