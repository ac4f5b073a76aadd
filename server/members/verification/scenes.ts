import { hsl } from './picture.ts'
import type { Random } from './random.ts'
import type { Scene } from './scene.ts'
import { city, stadium } from './scenes-built.ts'

/** A sum of sine waves around `base`. */
function waves(random: Random, base: number, height: number, length: number): (x: number) => number {
  const parts = [1, 2.3, 5.1].map((speed) => ({
    speed: (speed * 2 * Math.PI) / length,
    shift: random.between(0, 7),
    size: (height / speed) * random.between(0.7, 1.2),
  }))
  return (x) => parts.reduce((sum, { speed, shift, size }) => sum + Math.sin(x * speed + shift) * size, base)
}

const hills: Scene = (picture, random) => {
  const { width, height } = picture
  const hue = random.between(0, 360)
  picture.gradient([hsl(hue, 0.55, 0.42), hsl(hue + 30, 0.6, 0.62), hsl(hue + 55, 0.75, 0.8)])
  const sunX = random.between(40, width - 40)
  const sunY = random.between(30, 75)
  picture.glow(sunX, sunY, 90, hsl(hue + 60, 0.9, 0.85), 0.8)
  picture.disc(sunX, sunY, random.between(10, 17), hsl(hue + 65, 0.95, 0.93), 0.95, 1.5)
  for (let layer = 0; layer < 5; layer += 1) {
    const depth = layer / 4
    const line = waves(random, 62 + depth * (height - 90) + random.between(-5, 5), 17 - depth * 5, 210 - depth * 60)
    const tint = hue - 20 - depth * 35
    picture.below(line, hsl(tint, 0.35 + depth * 0.2, 0.6 - depth * 0.34), hsl(tint, 0.4, 0.46 - depth * 0.32))
  }
  for (let tree = 0; tree < 26; tree += 1) {
    const x = random.whole(0, width)
    const foot = height - random.between(0, 14)
    const size = random.between(8, 20)
    for (let up = 0; up < size; up += 1) {
      const half = ((size - up) / size) * size * 0.28
      picture.box(x - half, foot - up, half * 2 + 1, 1, hsl(hue - 60, 0.45, 0.1 + random.next() * 0.05), 0.9)
    }
  }
}

const bokeh: Scene = (picture, random) => {
  const { width, height } = picture
  const hue = random.between(0, 360)
  picture.gradient([hsl(hue, 0.6, 0.16), hsl(hue + 40, 0.55, 0.3), hsl(hue + 90, 0.6, 0.2)])
  for (let spot = 0; spot < 5; spot += 1) {
    const tint = hsl(hue + random.between(-60, 120), 0.8, 0.55)
    picture.glow(random.between(0, width), random.between(0, height), random.between(50, 90), tint, 0.5)
  }
  for (let light = 0; light < 52; light += 1) {
    const radius = random.between(3, 19)
    const colour = hsl(hue + random.between(-50, 130), 0.85, random.between(0.55, 0.82))
    const [x, y] = [random.between(0, width), random.between(0, height)]
    picture.disc(x, y, radius, colour, random.between(0.12, 0.42), random.between(1, 4))
    if (radius > 9) picture.disc(x - radius * 0.25, y - radius * 0.25, radius * 0.5, colour, 0.12, radius * 0.6)
  }
}

const sea: Scene = (picture, random) => {
  const { width, height } = picture
  const hue = random.pick([20, 200, 265, 330]) + random.between(-12, 12)
  const horizon = random.whole(58, 78)
  picture.gradient([hsl(hue + 15, 0.6, 0.4), hsl(hue, 0.7, 0.66), hsl(hue - 15, 0.85, 0.84)], 0, horizon)
  const sunX = random.between(50, width - 50)
  picture.glow(sunX, horizon - 8, 80, hsl(45, 1, 0.88), 0.85)
  picture.disc(sunX, horizon - 10, 13, hsl(48, 1, 0.94), 1, 1.5)
  picture.gradient([hsl(hue - 10, 0.5, 0.62), hsl(hue + 10, 0.55, 0.34), hsl(hue + 25, 0.6, 0.18)], horizon, height)
  for (let glint = 0; glint < 150; glint += 1) {
    const y = random.between(horizon, height)
    const spread = 12 + (y - horizon) * 0.9
    const x = random.next() < 0.6 ? sunX + random.between(-spread, spread) : random.between(0, width)
    picture.box(x, y, random.between(5, 22), 1 + (y - horizon) / 60, hsl(48, 0.9, 0.85), random.between(0.15, 0.5))
  }
  for (let boat = 0; boat < 4; boat += 1) {
    const x = random.between(12, width - 12)
    const y = random.between(horizon + 4, horizon + 40)
    const size = 6 + (y - horizon) * 0.28
    const sail = hsl(random.between(0, 360), 0.25, 0.93)
    for (let up = 0; up < size * 1.5; up += 1)
      picture.box(x, y - up, (1 - up / (size * 1.5)) * size * 0.8, 1, sail, 0.95)
    picture.box(x - size * 0.5, y, size * 1.3, size * 0.22, hsl(hue + 20, 0.5, 0.15), 0.95)
  }
}

const ribbons: Scene = (picture, random) => {
  const hue = random.between(0, 360)
  picture.gradient([hsl(hue, 0.6, 0.9), hsl(hue + 30, 0.6, 0.8)])
  for (let ribbon = 0; ribbon < 9; ribbon += 1) {
    const line = waves(random, random.between(-10, 20) + ribbon * 18, 20, random.between(180, 330))
    const tint = hue + ribbon * 15
    picture.below(line, hsl(tint, 0.58, 0.72 - ribbon * 0.04), hsl(tint + 20, 0.55, 0.6 - ribbon * 0.04))
    for (let x = 0; x < picture.width; x += 1) picture.blend(x, Math.round(line(x)), hsl(tint, 0.8, 0.92), 0.55)
  }
  for (let bead = 0; bead < 22; bead += 1) {
    const [x, y] = [random.between(0, picture.width), random.between(0, picture.height)]
    const colour = hsl(hue + random.between(-90, 180), 0.8, random.between(0.3, 0.85))
    picture.disc(x, y, random.between(2, 8), colour, 0.75)
  }
}

/** All backgrounds of puzzles. */
export const SCENES: readonly Scene[] = [hills, bokeh, sea, stadium, city, ribbons]
