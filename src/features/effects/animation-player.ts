import { ownScript } from '#lib/own-script.ts'
import type { FilmOrder } from './animation.ts'
import { playFilm } from './animation.ts'
import type { FilmMessage } from './animation.worker.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds
import workerAddress from './animation.worker.ts?worker&url'

let worker: Worker | null = null
let isBroken = false

/** The thread that draws, made at the first film. Null where there is none or it did not load. */
function filmWorker(): Worker | null {
  if (isBroken || typeof OffscreenCanvas === 'undefined') return null
  if (worker !== null) return worker
  try {
    worker = new Worker(ownScript(workerAddress), { type: 'module', name: 'effects' })
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

/** Lets the thread that draws start before there is anything to draw. */
export function warmUp(): void {
  filmWorker()
}

/**
 * Shows a film in `host` until it is stopped: on a thread of its own where the browser can, so that chat and picture do
 * not feel it, on this one where it cannot.
 */
export function project(host: HTMLElement, order: FilmOrder): () => void {
  const canvas = document.createElement('canvas')
  host.append(canvas)
  const elsewhere = filmWorker()
  const stop = elsewhere === null ? playFilm(canvas, order) : sendTo(elsewhere, canvas, order)
  return () => {
    stop()
    canvas.remove()
  }
}

function sendTo(elsewhere: Worker, canvas: HTMLCanvasElement, order: FilmOrder): () => void {
  const offscreen = canvas.transferControlToOffscreen()
  const play: FilmMessage = { type: 'play', canvas: offscreen, order }
  elsewhere.postMessage(play, [offscreen])
  return () => elsewhere.postMessage({ type: 'stop' } satisfies FilmMessage)
}
