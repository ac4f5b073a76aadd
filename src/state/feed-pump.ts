import { flushSync } from 'react-dom'
import type { FeedMessage } from '#protocol/worker-api.ts'
import { addCommit } from './commit-times.ts'
import { FramePace } from './frame-pace.ts'

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
  /** Calls back once the frame that is being made has been painted. */
  afterFrame(task: () => void): void
  /** Calls back when the viewer presses a key or something on the page; returns how to stop. */
  onInput(listener: () => void): () => void
  /** A steady clock in milliseconds. */
  now(): number
}

/** What asks for an answer at once. Nothing that goes on for a while: scrolling draws by itself. */
const INPUTS = ['keydown', 'pointerdown', 'compositionupdate'] as const

const afterFrame: (() => void)[] = []
let frameEnd: MessagePort | null = null

/** One channel for all frames: a message to oneself is the first task after the paint. */
function runAfterFrame(task: () => void): void {
  if (frameEnd === null) {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => afterFrame.shift()?.())
    port1.start()
    frameEnd = port2
  }
  afterFrame.push(task)
  frameEnd.postMessage(null)
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
  afterFrame: (task) => runAfterFrame(task),
  onInput(listener) {
    const options = { capture: true, passive: true }
    for (const input of INPUTS) window.addEventListener(input, listener, options)
    return () => {
      for (const input of INPUTS) window.removeEventListener(input, listener, options)
    }
  },
  now: () => performance.now(),
}

export interface FeedPump {
  push(message: FeedMessage): void
  /** Stops; what is still queued is dropped and earns no credit. */
  stop(): void
}

/**
 * Between the worker's port and the screen: queues what arrives and applies it at most once per frame, in one synchronous
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

  /** Draws in this frame; the cost is all that the frame takes. */
  function drawNow(): void {
    const startedAt = platform.now()
    pace.noteDrawn(startedAt)
    drain()
    platform.afterFrame(() => pace.noteCost(platform.now() - startedAt))
  }

  /**
   * Draws between this frame and the next: on a slow machine rendering and painting in one task would be a long one. The
   * cost is both without what lies between.
   */
  function drawBetween(): void {
    const startedAt = platform.now()
    pace.noteDrawn(startedAt)
    drain()
    // After those who measure and scroll when rows change: they wait for the end of this task.
    queueMicrotask(() => {
      const renderedMs = platform.now() - startedAt
      platform.requestFrame(() => {
        const framedAt = platform.now()
        platform.afterFrame(() => pace.noteCost(renderedMs + platform.now() - framedAt))
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

  const stopInput = platform.onInput(() => pace.noteInput(platform.now()))
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
      stopInput()
      cancel()
      queue = []
    },
  }
}
