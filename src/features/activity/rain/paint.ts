import { type Drop, dropsAt, PACKET_HEIGHT, PACKET_WIDTH, type RainSize } from './drops.ts'

/** Colours of red packets in every skin. */
const RED = '#d63b30'
const DARK_RED = '#b32a22'
const GOLD = '#f6cf68'

/** A higher density costs more and looks the same. */
const MAX_DENSITY = 2

export interface RainRequest extends RainSize {
  /** Device pixels of one CSS pixel. */
  readonly density: number
  /** `Date.now()` when the rain began. */
  readonly startedAt: number
}

/** Draws the rain in the frames of this thread. Returns the function that stops it. */
export function paintRain(canvas: HTMLCanvasElement | OffscreenCanvas, request: RainRequest): () => void {
  const { width, height, startedAt } = request
  const density = Math.min(request.density, MAX_DENSITY)
  canvas.width = Math.max(1, Math.round(width * density))
  canvas.height = Math.max(1, Math.round(height * density))
  const context = contextOf(canvas)
  if (context === null || width < 1 || height < 1) return () => {}
  let frame = requestAnimationFrame(function next() {
    context.setTransform(density, 0, 0, density, 0, 0)
    context.clearRect(0, 0, width, height)
    for (const drop of dropsAt(Date.now() - startedAt, request)) paintPacket(context, drop)
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

type RainContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

function contextOf(canvas: HTMLCanvasElement | OffscreenCanvas): RainContext | null {
  return canvas.getContext('2d')
}

function paintPacket(context: RainContext, { x, y, turn, scale }: Drop): void {
  const [left, top] = [-PACKET_WIDTH / 2, -PACKET_HEIGHT / 2]
  context.save()
  context.translate(x, y)
  context.rotate(turn)
  context.scale(scale, scale)
  context.fillStyle = RED
  context.beginPath()
  context.roundRect(left, top, PACKET_WIDTH, PACKET_HEIGHT, 5)
  context.fill()
  // The flap.
  context.fillStyle = DARK_RED
  context.beginPath()
  context.moveTo(left, top + 5)
  context.quadraticCurveTo(0, top + 30, -left, top + 5)
  context.lineTo(-left, top + 2)
  context.lineTo(left, top + 2)
  context.fill()
  context.fillStyle = GOLD
  context.beginPath()
  context.arc(0, top + 20, 8, 0, Math.PI * 2)
  context.fill()
  context.fillRect(left + 8, -top - 12, PACKET_WIDTH - 16, 2)
  context.restore()
}
