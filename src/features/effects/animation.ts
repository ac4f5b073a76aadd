import { seededRandom } from '#protocol/random.ts'
import type { GiftEffectKind } from '#state/effects/room-effects.ts'
import { cup } from './cup.ts'
import type { Drawing, DrawingContext, DrawingSize } from './drawing.ts'
import { fireworks } from './fireworks.ts'
import { confetti } from './confetti.ts'

/** Parameters of an animation, sent to the worker. */
export interface AnimationRequest extends DrawingSize {
  readonly kind: GiftEffectKind
  readonly seed: number
  /** Device pixels of one CSS pixel. */
  readonly density: number
}

const DRAWINGS: Readonly<Record<GiftEffectKind, (size: DrawingSize, random: () => number) => Drawing>> = {
  cup,
  fireworks,
  paper: confetti,
}

/** Duration of each animation. */
export const ANIMATION_MS: Readonly<Record<GiftEffectKind, number>> = { cup: 4_200, fireworks: 4_600, paper: 3_900 }

/** A higher density costs more and looks the same. */
const MAX_DENSITY = 2

type AnimationCanvas = HTMLCanvasElement | OffscreenCanvas

function contextOf(canvas: AnimationCanvas): DrawingContext | null {
  return canvas.getContext('2d')
}

/** Plays an animation on a canvas, in the frames of this thread. Returns the function that stops it. */
export function playAnimation(canvas: AnimationCanvas, order: AnimationRequest): () => void {
  const { kind, seed, width, height } = order
  const density = Math.min(order.density, MAX_DENSITY)
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
    if (ms >= ANIMATION_MS[kind]) return
    draw(context, ms)
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}
