import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
import { paintRain, type RainRequest } from './paint.ts'
import type { RainMessage } from './rain.worker.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds
import workerAddress from './rain.worker.ts?worker&url'

/**
 * Shows the rain in `host`: in a worker if possible, so that it does not slow down chat and video. Returns the function that
 * stops it and ends the worker.
 */
export function showRain(host: HTMLElement, request: RainRequest): () => void {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  const stop = paintInWorker(canvas, request) ?? paintRain(canvas, request)
  return () => {
    stop()
    canvas.remove()
  }
}

/** Null if the browser cannot draw in workers. */
function paintInWorker(canvas: HTMLCanvasElement, request: RainRequest): (() => void) | null {
  if (typeof OffscreenCanvas === 'undefined' || !('transferControlToOffscreen' in canvas)) return null
  let worker: Worker
  try {
    worker = new Worker(scriptOfThisOrigin(workerAddress), { type: 'module', name: 'rain' })
  } catch {
    return null
  }
  const offscreen = canvas.transferControlToOffscreen()
  worker.postMessage({ type: 'paint', canvas: offscreen, request } satisfies RainMessage, [offscreen])
  return () => worker.terminate()
}
