import { seededRandom } from '#protocol/random.ts'
import type { GiftEffectKind } from '#state/effects/room-effects.ts'
import { cup } from './cup.ts'
import type { Drawing, DrawingContext, DrawingSize } from './drawing.ts'
import { fireworks } from './fireworks.ts'
import { paper } from './confetti.ts'

/** What has to be drawn; crosses to the worker as it is. */
export interface FilmOrder extends DrawingSize {
  readonly kind: GiftEffectKind
  readonly seed: number
  /** Device pixels of one CSS pixel. */
  readonly density: number
}

const DRAWINGS: Readonly<Record<GiftEffectKind, (size: DrawingSize, random: () => number) => Drawing>> = {
  cup,
  fireworks,
  paper,
}

/** How long a kind takes from its first picture; nothing of it is drawn afterwards. */
export const FILM_MS: Readonly<Record<GiftEffectKind, number>> = { cup: 4_200, fireworks: 4_600, paper: 3_900 }

/** Effects above this density cost much and look no better. */
const MOST_DENSITY = 2

type FilmCanvas = HTMLCanvasElement | OffscreenCanvas

function contextOf(canvas: FilmCanvas): DrawingContext | null {
  return canvas.getContext('2d')
}

/** Plays on a canvas until it is over or stopped, one picture for each frame of this thread. */
export function playFilm(canvas: FilmCanvas, order: FilmOrder): () => void {
  const { kind, seed, width, height } = order
  const density = Math.min(order.density, MOST_DENSITY)
  canvas.width = Math.max(1, Math.round(width * density))
  canvas.height = Math.max(1, Math.round(height * density))
  const context = contextOf(canvas)
  if (context === null || width < 1 || height < 1) return () => {}
  const draw = DRAWINGS[kind]({ width, height }, seededRandom(seed))
  let startedAt: number | null = null
  let frame = requestAnimationFrame(function next(now) {
    startedAt ??= now
    const ms = now - startedAt
    context.setTransform(density, 0, 0, density, 0, 0)
    context.globalAlpha = 1
    context.globalCompositeOperation = 'source-over'
    context.clearRect(0, 0, width, height)
    if (ms >= FILM_MS[kind]) return
    draw(context, ms)
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}
