import { colorAt, type Drawing, type DrawingSize, ramp } from './drawing.ts'

const PIECES = 110
const LIFE_MS = 3_400

/** Confetti from both lower corners: thrown up, slowed by air resistance, falling down. */
export function confetti({ width, height }: DrawingSize, random: () => number): Drawing {
  const edge = Math.max(5, Math.min(width, height) / 55)
  const pieces = Array.from({ length: PIECES }, (_, index) => {
    const isLeft = index % 2 === 0
    return {
      x: isLeft ? -edge : width + edge,
      y: height * (0.86 + 0.14 * random()),
      // The end of the path without gravity.
      reachX: (isLeft ? 1 : -1) * width * (0.08 + 0.46 * random()),
      reachY: height * (0.55 + 0.5 * random()),
      startsAt: random() * 500,
      turn: random() * Math.PI * 2,
      spin: (random() - 0.5) * 9,
      tumble: 3 + random() * 5,
      color: colorAt(index + (isLeft ? 0 : 2)),
      edge: edge * (0.7 + 0.6 * random()),
    }
  })

  return (context, ms) => {
    for (const piece of pieces) {
      const age = ms - piece.startsAt
      if (age < 0 || age > LIFE_MS) continue
      const seconds = age / 1_000
      const thrown = 1 - Math.exp(-age / 480)
      const x = piece.x + piece.reachX * thrown + Math.sin(piece.turn + seconds * 2) * edge
      const y = piece.y - piece.reachY * thrown + height * 0.13 * seconds ** 2
      context.globalAlpha = 1 - ramp(age, LIFE_MS - 700, LIFE_MS)
      context.fillStyle = piece.color
      context.save()
      context.translate(x, y)
      context.rotate(piece.turn + piece.spin * seconds)
      // The width changes as the sheet rotates.
      context.scale(1, Math.cos(piece.turn + piece.tumble * seconds))
      context.fillRect(-piece.edge / 2, -piece.edge * 0.8, piece.edge, piece.edge * 1.6)
      context.restore()
    }
  }
}
