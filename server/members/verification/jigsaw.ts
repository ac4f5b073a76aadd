import { AJ } from '#protocol/verification.ts'
import { hsl, lengthOf, type Picture, type Pixels } from './picture.ts'
import type { Random } from './random.ts'

/** A side of a piece: tab, blank or straight. */
type Side = 1 | -1 | 0
type Outline = readonly [top: Side, right: Side, bottom: Side, left: Side]

const MARGIN = 9
const KNOB = 6.5
/** Distance of the centre of a tab or blank from its side. */
const SHIFT = 3
const WHITE = hsl(0, 0, 1)
const BLACK = hsl(0, 0, 0)

/** An outline with at least one tab and one blank. */
export function randomOutline(random: Random, except?: Outline): Outline {
  for (;;) {
    const side = (): Side => random.pick<Side>([1, -1, 1, -1, 0])
    const outline: Outline = [side(), side(), side(), side()]
    if (outline.includes(1) && outline.includes(-1) && outline.join() !== except?.join()) return outline
  }
}

/** Signed distance of a point of the 50x50 block from the edge of the piece; negative inside. */
function distance(outline: Outline, x: number, y: number): number {
  const half = AJ.block / 2 - MARGIN
  const [fromX, fromY] = [Math.abs(x - AJ.block / 2) - half, Math.abs(y - AJ.block / 2) - half]
  let away = lengthOf(Math.max(fromX + 3, 0), Math.max(fromY + 3, 0)) + Math.min(Math.max(fromX, fromY) + 3, 0) - 3
  const near = MARGIN
  const far = AJ.block - MARGIN
  const middle = AJ.block / 2
  const centres = [
    [middle, near, 0, -1],
    [far, middle, 1, 0],
    [middle, far, 0, 1],
    [near, middle, -1, 0],
  ] as const
  centres.forEach(([centreX, centreY, outX, outY], index) => {
    const side = outline[index] ?? 0
    if (side === 0) return
    const circle = lengthOf(x - centreX - outX * SHIFT * side, y - centreY - outY * SHIFT * side) - KNOB
    away = side === 1 ? Math.min(away, circle) : Math.max(away, -circle)
  })
  return away
}

const share = (value: number): number => Math.min(1, Math.max(0, value))

/**
 * Cuts the piece at (x, y) out of a picture. Returns a transparent block of 50x155 with the piece at its height, with a
 * bright edge and a shadow.
 */
export function cutPiece(picture: Picture, outline: Outline, x: number, y: number): Pixels {
  const data = new Uint8ClampedArray(AJ.block * AJ.height * 4)
  for (let row = 0; row < AJ.block; row += 1) {
    for (let column = 0; column < AJ.block; column += 1) {
      const away = distance(outline, column + 0.5, row + 0.5)
      const body = share(0.5 - away)
      const shadow = 0.5 * share(1 - away / 5)
      const rim = 0.85 * share(1.6 - Math.abs(away + 0.6))
      const alpha = body + shadow * (1 - body)
      if (alpha <= 0) continue
      const at = ((y + row) * AJ.block + column) * 4
      const under = picture.at(x + column, y + row)
      for (let channel = 0; channel < 3; channel += 1) {
        const lit = (under[channel] ?? 0) * (1 - rim) + 255 * rim
        data[at + channel] = (lit * body) / alpha
      }
      data[at + 3] = 255 * alpha
    }
  }
  return { width: AJ.block, height: AJ.height, channels: 4, data }
}

/** Darkens the target of a piece at (x, y), more at its upper edge. */
export function digHole(picture: Picture, outline: Outline, x: number, y: number, depth: number): void {
  for (let row = 0; row < AJ.block; row += 1) {
    for (let column = 0; column < AJ.block; column += 1) {
      const away = distance(outline, column + 0.5, row + 0.5)
      const inside = share(0.5 - away)
      const edge = share(1 - Math.abs(away + 2) / 3)
      picture.blend(x + column, y + row, BLACK, inside * (depth + 0.25 * edge * share(1.4 - row / 30)))
      picture.blend(x + column, y + row, WHITE, 0.6 * share(1.2 - Math.abs(away)))
    }
  }
}
