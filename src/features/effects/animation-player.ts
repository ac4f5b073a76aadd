import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
import { type AnimationRequest, playAnimation } from './animation.ts'
import type { AnimationMessage } from './animation.worker.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds
import workerAddress from './animation.worker.ts?worker&url'

let worker: Worker | null = null
let isBroken = false

/** Returns the worker, created on first use. Null if OffscreenCanvas is missing or the worker failed to load. */
function getWorker(): Worker | null {
  if (isBroken || typeof OffscreenCanvas === 'undefined') return null
  if (worker !== null) return worker
  try {
    worker = new Worker(scriptOfThisOrigin(workerAddress), { type: 'module', name: 'effects' })
    worker.addEventListener('error', () => {
      isBroken = true
      worker?.terminate()
      worker = null
    })
    return worker
  } catch {
    isBroken = true
    return null
  }
}

/** Starts the worker before the first animation. */
export function preloadWorker(): void {
  getWorker()
}

/**
 * Shows an animation in `host`: in a worker if possible, so that it does not slow down chat and video. Returns the
 * function that stops it.
 */
export function showAnimation(host: HTMLElement, order: AnimationRequest): () => void {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  const target = getWorker()
  const stop = target === null ? playAnimation(canvas, order) : sendTo(target, canvas, order)
  return () => {
    stop()
    canvas.remove()
  }
}

function sendTo(target: Worker, canvas: HTMLCanvasElement, order: AnimationRequest): () => void {
  const offscreen = canvas.transferControlToOffscreen()
  const play: AnimationMessage = { type: 'play', canvas: offscreen, order }
  target.postMessage(play, [offscreen])
  return () => target.postMessage({ type: 'stop' } satisfies AnimationMessage)
}
