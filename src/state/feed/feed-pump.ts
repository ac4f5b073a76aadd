import { flushSync } from 'react-dom'
import type { FeedMessage } from '#protocol/worker/feed.ts'

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
 */
// oxlint-disable-next-line max-lines-per-function -- the steps share the queue, the frame and the timer
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

/** Cost limit of a render within a frame while the viewer types: the rest of the frame is for the response to the key. */
const TYPING_BUDGET_MS = 14
/** A frame that costs more is not finished when the next one is due. */
const FRAME_BUDGET_MS = 16
/** From this cost on, the page renders between two frames: render and paint in one task would be too long. */
const LONG_FRAME_MS = 20
/** From this cost on, a machine counts as fully slow. Below it, the share of skipped frames grows with the cost. */
const SLOW_FRAME_MS = 32
/** A slow machine spends one part in this many of the main thread on rendering batches. */
const SHARE = 3
/** The same while the viewer types. */
const SHARE_WHILE_TYPING = 3
/** Longest delay of a batch on any machine. The worker's credits last longer. */
export const MAX_WAIT_MS = 200
/**
 * Number of samples of the frame cost, of which the best quarter counts. A slow machine is slow in its best frames too,
 * while a machine whose processor was busy for a tenth of a second is not slow afterwards.
 */
const SAMPLES = 8
/** The viewer counts as typing for this long after an input. */
const TYPING_MS = 600
/** Right after an input has been handled, the next one is furthest away. */
const AFTER_INPUT_MS = 60

/**
 * Decides in which frames to render batches: in all of them while a frame is cheap, in fewer on a slow machine, and never
 * in the frame that handles an input. All times are milliseconds of one monotonic clock.
 */
export class FramePace {
  readonly #samples: number[] = []
  /** Typical cost of a frame on this machine. */
  #costMs = 0
  #renderedAt = Number.NEGATIVE_INFINITY
  #inputAt = Number.NEGATIVE_INFINITY
  #waitingSince: number | null = null
  #hasInput = false

  /** How many samples of the frame cost are kept, at most SAMPLES. */
  get sampleCount(): number {
    return this.#samples.length
  }

  /** Records an input: the next frame is reserved for the response. */
  noteInput(now: number): void {
    this.#inputAt = now
    this.#hasInput = true
  }

  /** Returns whether to render a waiting batch in the frame that begins at `now`. */
  isDue(now: number): boolean {
    const isInputFrame = this.#hasInput
    this.#hasInput = false
    this.#waitingSince ??= now
    if (now - this.#waitingSince >= MAX_WAIT_MS) return true
    if (isInputFrame) return false
    if (this.#costMs <= (this.#isTyping(now) ? TYPING_BUDGET_MS : FRAME_BUDGET_MS)) return true
    const sinceRender = now - this.#renderedAt
    if (this.#isTyping(now)) {
      return now - this.#inputAt <= AFTER_INPUT_MS && sinceRender >= this.#costMs * SHARE_WHILE_TYPING
    }
    const slowness = Math.min(1, (this.#costMs - FRAME_BUDGET_MS) / (SLOW_FRAME_MS - FRAME_BUDGET_MS))
    return sinceRender >= this.#costMs * (1 + (SHARE - 1) * slowness)
  }

  /** Returns whether to render a batch at once, between two frames: frames are known to be cheap and there is no input. */
  isDueAtOnce(now: number): boolean {
    const isKnown = this.sampleCount === SAMPLES
    return isKnown && this.#costMs <= FRAME_BUDGET_MS && !this.#hasInput && !this.#isTyping(now)
  }

  /** Returns whether a render would take too much of the frame that begins at `now`. */
  isSlow(now: number): boolean {
    return this.#costMs > (this.#isTyping(now) ? TYPING_BUDGET_MS : LONG_FRAME_MS)
  }

  #isTyping(now: number): boolean {
    return now - this.#inputAt < TYPING_MS
  }

  /** Records that a render began at `now`. */
  noteRender(now: number): void {
    this.#renderedAt = now
    this.#waitingSince = null
  }

  /** Records the time that a render and its paint took on the main thread. */
  noteCost(elapsedMs: number): void {
    this.#samples.push(elapsedMs)
    if (this.#samples.length > SAMPLES) this.#samples.shift()
    this.#costMs = this.#samples.toSorted((one, other) => one - other)[Math.floor(this.#samples.length / 4)] ?? 0
  }
}
