import { AJ } from '#protocol/verification.ts'
import { coverageAt, GLYPH_SIZE, type Glyph } from './glyphs.ts'
import { hsl, type Picture } from './picture.ts'
import type { Random } from './random.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Positions of five words: one per fifth of the picture, so that click areas (±25) do not overlap. */
export function wordPositions(random: Random, words: number): Point[] {
  const column = AJ.width / words
  return Array.from({ length: words }, (_, index) => ({
    x: Math.round(column * (index + 0.5) + random.between(-4, 4)),
    y: random.whole(27, AJ.height - 27),
  }))
}

/** Draws a character around a point: rotated, bent, coloured, with a halo for contrast. */
export function drawWord(picture: Picture, glyph: Glyph, { x, y }: Point, random: Random): void {
  const size = random.between(35, 43)
  const turn = random.between(-0.6, 0.6)
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const bend = { size: random.between(1, 2.4), speed: random.between(0.1, 0.16), shift: random.between(0, 7) }
  const slant = random.between(-0.18, 0.18)
  const scale = GLYPH_SIZE / size
  const isBright = random.next() < 0.65
  const hue = random.between(0, 360)
  const ink = isBright ? hsl(hue, 0.95, 0.78) : hsl(hue, 0.85, 0.22)
  const halo = isBright ? hsl(hue + 180, 0.6, 0.1) : hsl(hue, 0.5, 0.95)
  const reach = Math.ceil(size * 0.75)
  for (let row = -reach; row <= reach; row += 1) {
    for (let column = -reach; column <= reach; column += 1) {
      const across = (column * cosine + row * sine) * scale
      const down = (row * cosine - column * sine) * scale
      const left = across + slant * down + bend.size * Math.sin(down * bend.speed + bend.shift) + GLYPH_SIZE / 2
      const top = down + bend.size * Math.cos(across * bend.speed) + GLYPH_SIZE / 2
      const around = coverageAt(glyph.halo, left, top)
      if (around === 0) continue
      picture.blend(x + column, y + row, halo, around * 0.8)
      picture.blend(x + column, y + row, ink, coverageAt(glyph.ink, left, top))
    }
  }
}
