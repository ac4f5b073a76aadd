import { flushSync } from 'react-dom'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { FramePace } from './frame-pace.ts'

/** While the page is hidden there are no frames: the queue is drained on a timer instead (settled 18). */
const HIDDEN_DRAIN_MS = 1_000

export interface FeedPump {
  push(message: FeedMessage): void
  /** Stops. Queued messages are dropped and return no credits. */
  stop(): void
}

/** The browser functions that the pump uses, injected for tests. */
export interface PumpPlatform {
  /** `requestAnimationFrame`. */
  requestFrame(task: () => void): number
  cancelFrame(handle: number): void
  setTimer(task: () => void, delayMs: number): ReturnType<typeof setTimeout>
  clearTimer(timer: ReturnType<typeof setTimeout>): void
  isHidden(): boolean
  /** Calls back on every change of visibility. Returns the unsubscribe function. */
  onVisibility(listener: () => void): () => void
  /** Renders the changes made by `task` before it returns. */
  flush(task: () => void): void
  /** Calls back after the current frame has been painted. */
  afterFrame(task: () => void): void
  /** Calls back when the viewer presses a key or the pointer. Returns the unsubscribe function. */
  onInput(listener: () => void): () => void
  /** A monotonic clock in milliseconds. */
  now(): number
}

/**
 * Applies messages of the worker's port to the page, at most once per frame and in one synchronous render, then returns
 * the credits. The worker therefore never sends more than frames can show. If frames are cheap, the first message after a
 * frame is rendered at once, which leaves only layout and paint to the next frame; later messages wait for that frame.
 *
 * The function is long because its steps share the queue, the frame and the timer.
 */
export function createFeedPump(
  apply: (messages: readonly FeedMessage[]) => void,
  /** Called after the render with the last sequence number and the number of applied batches. */
  applied: (lastSeq: number, batches: number) => void,
  platform: PumpPlatform = pagePump,
): FeedPump {
  let queue: FeedMessage[] = []
  let frame: number | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  /** The last render has been painted. */
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
    addCommitTime(platform.now() - startedAt)
    const batches = messages.filter((message) => message.type === 'batch')
    const last = batches.at(-1)
    if (last !== undefined) applied(last.lastSeq, batches.length)
  }

  function render(startedAt: number): void {
    pace.noteRender(startedAt)
    isPainted = false
    drain()
  }

  function painted(costMs: number): void {
    pace.noteCost(costMs)
    isPainted = true
  }

  /** Renders in this frame. The cost is the whole frame. */
  function renderInFrame(): void {
    const startedAt = platform.now()
    render(startedAt)
    platform.afterFrame(() => painted(platform.now() - startedAt))
  }

  /**
   * Renders between two frames: what is due at once, and everything on a slow machine, where render and paint in one task
   * would be a long task. The cost is render plus paint, without the time between them.
   */
  function renderBetweenFrames(): void {
    const startedAt = platform.now()
    render(startedAt)
    // Observers that measure and scroll after a change of rows run at the end of this task.
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
    else if (pace.isSlow(now)) platform.afterFrame(renderBetweenFrames)
    else renderInFrame()
  }

  function schedule(): void {
    if (queue.length === 0 || frame !== null || timer !== null) return
    if (platform.isHidden()) timer = platform.setTimer(drain, HIDDEN_DRAIN_MS)
    else frame = platform.requestFrame(onFrame)
  }

  /** Nothing is scheduled, the last render has been painted, and the pace allows it. */
  function isDueAtOnce(): boolean {
    return frame === null && timer === null && isPainted && !platform.isHidden() && pace.isDueAtOnce(platform.now())
  }

  const stopInput = platform.onInput(() => pace.noteInput(platform.now()))
  const stopVisibility = platform.onVisibility(() => {
    cancel()
    schedule()
  })

  return {
    push(message) {
      queue.push(message)
      if (isDueAtOnce()) renderBetweenFrames()
      else schedule()
    },
    stop() {
      stopVisibility()
      stopInput()
      cancel()
      queue = []
    },
  }
}

/** Input events that need an immediate response. Continuous ones are left out: scrolling does not wait for a render. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'compositionupdate'] as const

const afterFrameTasks: (() => void)[] = []
let afterFramePort: MessagePort | null = null

/** A message posted in a frame is the first task after its paint. All frames share one channel. */
function runAfterFrame(task: () => void): void {
  if (afterFramePort === null) {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => afterFrameTasks.shift()?.())
    port1.start()
    afterFramePort = port2
  }
  afterFrameTasks.push(task)
  afterFramePort.postMessage(null)
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
    for (const event of INPUT_EVENTS) window.addEventListener(event, listener, options)
    return () => {
      for (const event of INPUT_EVENTS) window.removeEventListener(event, listener, options)
    }
  },
  now: () => performance.now(),
}

/** Time that the page took to apply and render batches, since it was loaded. */
export interface CommitTimes {
  readonly commits: number
  readonly totalMs: number
  /** The longest commit since the last {@link readCommitTimes}. */
  readonly longestMs: number
}

let commits = 0
let totalMs = 0
let longestMs = 0

function addCommitTime(elapsedMs: number): void {
  commits += 1
  totalMs += elapsedMs
  if (elapsedMs > longestMs) longestMs = elapsedMs
}

/** Returns the commit times and resets the longest. */
export function readCommitTimes(): CommitTimes {
  const times = { commits, totalMs, longestMs }
  longestMs = 0
  return times
}
