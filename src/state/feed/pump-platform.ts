import { flushSync } from 'react-dom'

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
