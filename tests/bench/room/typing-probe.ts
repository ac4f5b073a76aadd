/** What a page noted while somebody typed. */
export interface TypingReport {
  /** Key press to the end of the frame that shows it, milliseconds. */
  readonly keyMs: readonly number[]
  readonly longTasks: number
  /** Those during which the list of messages changed, or that came so soon after that they may have painted it. */
  readonly chatLongTasks: number
  /** Tasks in which the list of messages changed. */
  readonly listChanges: number
}

/**
 * Runs in the page, from before its first script. A key counts from the time that the browser gives its event to a task
 * after the next frame. A long task is caused by the chat when the list changed during it or within a frame before it:
 * rows are drawn, laid out and measured in one task, and painted in it or in the next. That blames the chat for what else
 * the frame did, and never the other way round. It asks for no frame of its own: a page that is drawn sixty times a
 * second for the sake of a measurement is not the page that is measured.
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
