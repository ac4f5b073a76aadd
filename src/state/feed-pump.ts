import { flushSync } from 'react-dom'
import type { FeedMessage } from '#protocol/worker-api.ts'

/** While the page is hidden no frame comes: the queue is drained on a timer instead (settled 18). */
const HIDDEN_DRAIN_MS = 1_000

/** The page as the pump needs it, injected for tests. */
export interface PumpPlatform {
  /** `requestAnimationFrame`. */
  requestFrame(task: () => void): number
  cancelFrame(handle: number): void
  setTimer(task: () => void, delayMs: number): ReturnType<typeof setTimeout>
  clearTimer(timer: ReturnType<typeof setTimeout>): void
  isHidden(): boolean
  /** Calls back on every change of visibility; returns how to stop. */
  onVisibility(listener: () => void): () => void
  /** Renders what `task` changes before it returns. */
  flush(task: () => void): void
}

export const pagePump: PumpPlatform = {
  requestFrame: (task) => requestAnimationFrame(task),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  setTimer: (task, delayMs) => setTimeout(task, delayMs),
  clearTimer: (timer) => clearTimeout(timer),
  isHidden: () => document.hidden,
  onVisibility(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
  flush: (task) => flushSync(task),
}

export interface FeedPump {
  push(message: FeedMessage): void
  /** Stops; what is still queued is dropped and earns no credit. */
  stop(): void
}

/**
 * Between the worker's port and the screen: queues what arrives and applies it once per frame, in one synchronous
 * render, then gives the credits back. The worker therefore never sends more than frames can show.
 */
export function createFeedPump(
  apply: (messages: readonly FeedMessage[]) => void,
  /** Called after the render with the last sequence number and the number of batches that it covers. */
  applied: (lastSeq: number, batches: number) => void,
  platform: PumpPlatform = pagePump,
): FeedPump {
  let queue: FeedMessage[] = []
  let frame: number | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  function cancel(): void {
    if (frame !== null) platform.cancelFrame(frame)
    if (timer !== null) platform.clearTimer(timer)
    frame = null
    timer = null
  }

  function drain(): void {
    cancel()
    const messages = queue
    queue = []
    if (messages.length === 0) return
    platform.flush(() => apply(messages))
    const batches = messages.filter((message) => message.type === 'batch')
    const last = batches.at(-1)
    if (last !== undefined) applied(last.lastSeq, batches.length)
  }

  function schedule(): void {
    if (queue.length === 0 || frame !== null || timer !== null) return
    if (platform.isHidden()) timer = platform.setTimer(drain, HIDDEN_DRAIN_MS)
    else frame = platform.requestFrame(drain)
  }

  const stopListening = platform.onVisibility(() => {
    cancel()
    schedule()
  })

  return {
    push(message) {
      queue.push(message)
      schedule()
    },
    stop() {
      stopListening()
      cancel()
      queue = []
    },
  }
}
