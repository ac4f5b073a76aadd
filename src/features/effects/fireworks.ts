import { colorAt, dim, type Drawing, type DrawingSize, ramp } from './drawing.ts'

const SHELLS = 9
const SPARKS = 52
const SHELL_INTERVAL_MS = 290
const RISE_MS = 640
const BURST_MS = 1_600
const TAIL_MS = 70
const END_MS = 4_600

interface Spark {
  readonly angle: number
  readonly speed: number
}

/** 焰火: shells rise from the bottom and burst one after the other. */
// oxlint-disable-next-line max-lines-per-function -- draws one picture step by step
export function fireworks({ width, height }: DrawingSize, random: () => number): Drawing {
  const reach = Math.min(width, height) * 0.4
  const shells = Array.from({ length: SHELLS }, (_, index) => ({
    startsAt: index * SHELL_INTERVAL_MS,
    x: width * (0.14 + 0.72 * ((index * 0.618 + random() * 0.2) % 1)),
    y: height * (0.16 + 0.3 * random()),
    lean: (random() - 0.5) * width * 0.08,
    color: colorAt(index),
    sparks: Array.from({ length: SPARKS }, (_spark, ray): Spark => ({
      angle: (ray / SPARKS) * Math.PI * 2 + random() * 0.2,
      speed: 0.45 + 0.55 * Math.sqrt(random()),
    })),
  }))
  /** Fast at first, then slowed by air resistance. */
  const distance = (spark: Spark, ms: number) => reach * spark.speed * (1 - Math.exp(-ms / 320))
  const fall = (ms: number) => reach * 0.34 * (ms / 1_000) ** 2

  return (context, ms) => {
    dim(context, { width, height }, ms, END_MS)
    context.globalCompositeOperation = 'lighter'
    context.lineCap = 'round'
    for (const shell of shells) {
      const risen = ramp(ms, shell.startsAt, shell.startsAt + RISE_MS)
      const burstMs = ms - shell.startsAt - RISE_MS
      context.strokeStyle = shell.color
      if (risen > 0 && burstMs < 0) {
        const at = (part: number) => {
          const eased = 1 - (1 - part) ** 2
          return [shell.x - shell.lean * (1 - eased), height + (shell.y - height) * eased] as const
        }
        const from = at(Math.max(0, risen - 0.08))
        const to = at(risen)
        context.globalAlpha = 0.9
        context.lineWidth = 2.5
        context.beginPath()
        context.moveTo(...from)
        context.lineTo(...to)
        context.stroke()
      } else if (burstMs >= 0 && burstMs < BURST_MS) {
        const left = 1 - burstMs / BURST_MS
        if (burstMs < 160) {
          context.globalAlpha = 0.7 * (1 - burstMs / 160)
          context.fillStyle = '#fff8e1'
          context.beginPath()
          context.arc(shell.x, shell.y, reach * 0.24, 0, Math.PI * 2)
          context.fill()
        }
        context.globalAlpha = Math.min(1, left * 1.8)
        context.lineWidth = Math.max(1.2, (reach / 42) * left + 0.6)
        context.beginPath()
        for (const spark of shell.sparks) {
          const cos = Math.cos(spark.angle)
          const sin = Math.sin(spark.angle)
          const before = Math.max(0, burstMs - TAIL_MS)
          const near = distance(spark, before)
          const far = distance(spark, burstMs)
          context.moveTo(shell.x + cos * near, shell.y + sin * near + fall(before))
          context.lineTo(shell.x + cos * far, shell.y + sin * far + fall(burstMs))
        }
        context.stroke()
      }
    }
  }
}
