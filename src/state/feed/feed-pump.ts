import type { FeedMessage } from '#protocol/worker/feed.ts'
import { addCommit } from './commit-times.ts'
import { FramePace } from './frame-pace.ts'
import type { PumpPlatform } from './pump-platform.ts'
import { pagePump } from './pump-platform.ts'

/** While the page is hidden no frame comes: the queue is drained on a timer instead (settled 18). */
const HIDDEN_DRAIN_MS = 1_000

export interface FeedPump {
  push(message: FeedMessage): void
  /** Stops; what is still queued is dropped and earns no credit. */
  stop(): void
}

/**
 * Between the worker's port and the screen: applies what arrives at most once per frame, in one synchronous render, then
 * gives the credits back. The worker therefore never sends more than frames can show. Where frames are cheap, the first
 * that arrives after a frame is rendered at once, so that the next frame has only the browser's own work to do; what
 * comes behind it is queued for that frame.
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
  /** What was rendered last stands on the screen. */
  let isPainted = true
  const pace = new FramePace()

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
    const startedAt = platform.now()
    platform.flush(() => apply(messages))
    addCommit(platform.now() - startedAt)
    const batches = messages.filter((message) => message.type === 'batch')
    const last = batches.at(-1)
    if (last !== undefined) applied(last.lastSeq, batches.length)
  }

  function render(startedAt: number): void {
    pace.noteDrawn(startedAt)
    isPainted = false
    drain()
  }

  function painted(costMs: number): void {
    pace.noteCost(costMs)
    isPainted = true
  }

  /** Draws in this frame; the cost is all that the frame takes. */
  function drawNow(): void {
    const startedAt = platform.now()
    render(startedAt)
    platform.afterFrame(() => painted(platform.now() - startedAt))
  }

  /**
   * Draws between two frames: at once what is due at once, and on a slow machine everything, because rendering and
   * painting in one task would be a long one. The cost is both without what lies between.
   */
  function drawBetween(): void {
    const startedAt = platform.now()
    render(startedAt)
    // After those who measure and scroll when rows change: they wait for the end of this task.
    queueMicrotask(() => {
      const renderedMs = platform.now() - startedAt
      platform.requestFrame(() => {
        const framedAt = platform.now()
        platform.afterFrame(() => painted(renderedMs + platform.now() - framedAt))
      })
    })
  }

  function onFrame(): void {
    frame = null
    const now = platform.now()
    if (!pace.isDue(now)) schedule()
    else if (pace.isSlow(now)) platform.afterFrame(drawBetween)
    else drawNow()
  }

  function schedule(): void {
    if (queue.length === 0 || frame !== null || timer !== null) return
    if (platform.isHidden()) timer = platform.setTimer(drain, HIDDEN_DRAIN_MS)
    else frame = platform.requestFrame(onFrame)
  }

  /** Nothing waits, nothing is on its way to the screen, and the pace has no objection. */
  function isDueAtOnce(): boolean {
    return frame === null && timer === null && isPainted && !platform.isHidden() && pace.isDueAtOnce(platform.now())
  }

  const stopInput = platform.onInput(() => pace.noteInput(platform.now()))
  const stopListening = platform.onVisibility(() => {
    cancel()
    schedule()
  })

  return {
    push(message) {
      queue.push(message)
      if (isDueAtOnce()) drawBetween()
      else schedule()
    },
    stop() {
      stopListening()
      stopInput()
      cancel()
      queue = []
    },
  }
}
