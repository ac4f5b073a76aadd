import { dim, type Drawing, type DrawingSize, ramp } from './drawing.ts'
import { confetti } from './confetti.ts'

const RAYS = 14
const RISE_MS = 620
const END_MS = 4_200

/** Shapes of the cup on a grid of 64, as in public/art/gift-cup.svg. */
const HANDLES = 'M17 12H7c0 13 5 19 13 21M47 12h10c0 13-5 19-13 21'
const SHAPES = [
  ['#ffc940', 'M15 6h34c0 20-4 34-17 34S15 26 15 6Z'],
  ['#ffe08a', 'M15 6h12c0 18 0 28 5 34C19 40 15 26 15 6Z'],
  ['#d99a1c', 'M28 39h8l2 10H26Z'],
  ['#22314f', 'M20 49h24a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H20a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2Z'],
  ['#ffc940', 'M25 52h14v3.5H25Z'],
  ['#a86e08', 'M25 27h14v3H25ZM29 21.5h10v3H29ZM33.5 16H39v3h-5.5Z'],
] as const

/** Easing with an overshoot. */
function easeOutBack(part: number): number {
  const rest = part - 1
  return 1 + 2.2 * rest ** 3 + 1.2 * rest ** 2
}

/** 金杯: the cup rises in front of rays while confetti falls. */
export function cup(size: DrawingSize, random: () => number): Drawing {
  const { width, height } = size
  const handles = new Path2D(HANDLES)
  const shapes = SHAPES.map(([color, path]) => [color, new Path2D(path)] as const)
  const pieces = confetti(size, random)
  const scale = (Math.min(height, width) * 0.46) / 64
  const centre = { x: width / 2, y: height * 0.42 }
  const far = Math.hypot(width, height)

  return (context, ms) => {
    const out = 1 - ramp(ms, END_MS - 600, END_MS)
    dim(context, size, ms, END_MS)
    const lit = ramp(ms, 0, RISE_MS) * out
    context.globalAlpha = 0.22 * lit
    context.fillStyle = '#ffdf8a'
    context.beginPath()
    for (let ray = 0; ray < RAYS; ray += 1) {
      const angle = (ray / RAYS) * Math.PI * 2 + ms / 5_000
      context.moveTo(centre.x, centre.y)
      context.lineTo(centre.x + Math.cos(angle - 0.1) * far, centre.y + Math.sin(angle - 0.1) * far)
      context.lineTo(centre.x + Math.cos(angle + 0.1) * far, centre.y + Math.sin(angle + 0.1) * far)
    }
    context.fill()

    pieces(context, ms - RISE_MS)

    const part = ramp(ms, 0, RISE_MS)
    const lift = easeOutBack(part)
    context.globalAlpha = Math.min(1, part * 3) * out
    context.save()
    context.translate(centre.x, centre.y + (1 - lift) * height * 0.3)
    context.scale(scale * (0.7 + 0.3 * lift), scale * (0.7 + 0.3 * lift))
    context.translate(-32, -32)
    context.strokeStyle = '#d99a1c'
    context.lineWidth = 4.5
    context.stroke(handles)
    for (const [color, shape] of shapes) {
      context.fillStyle = color
      context.fill(shape)
    }
    context.restore()
  }
}
