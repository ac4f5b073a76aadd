import { HEIGHT, WIDTH } from './stage.mjs'

/**
 * The frame number, readable by machines: 12 cells along the foot of the picture at the right edge.
 * Cell 0 is always light and cell 11 always dark (to find the level), cells 1 to 10 are the bits, high bit first.
 */
export const STRIP = { cells: 12, cellWidth: 6, height: 4, x: WIDTH - 12 * 6, y: HEIGHT - 4 }

/** Light and dark cells in the colours of the ground, so that the strip does not catch the eye. */
const CELLS = {
  football: ['#5f8f70', '#123a22'],
  basketball: ['#22696f', '#06262b'],
  esports: ['#3f6b55', '#0c2a22'],
  anchor: ['#5c4669', '#170e28'],
}

export function drawStrip(context, kind, frame) {
  const [light, dark] = CELLS[kind]
  for (let cell = 0; cell < STRIP.cells; cell += 1) {
    const bit = cell === 0 ? 1 : cell === STRIP.cells - 1 ? 0 : (frame >> (10 - cell)) & 1
    context.fillStyle = bit ? light : dark
    context.fillRect(STRIP.x + cell * STRIP.cellWidth, STRIP.y, STRIP.cellWidth, STRIP.height)
  }
}

/** Strokes of the digits in a box of 6 by 10, so that the picture does not depend on installed fonts. */
const GLYPHS = {
  0: 'M.9 3.1a2.1 2.1 0 0 1 4.2 0v3.8a2.1 2.1 0 0 1-4.2 0z',
  1: 'M1.5 2.6 3.6 1v8',
  2: 'M.9 3.1a2.1 2.1 0 0 1 4.2 0c0 1.5-1 2.6-4.1 5.9h4.3',
  3: 'M1 2.6a2 1.9 0 1 1 1.9 2.2h-.4.4a2.1 2.1 0 1 1-2 2.6',
  4: 'M4.1 9V1L.8 6.8h4.7',
  5: 'M4.9 1H1.5l-.3 3.9a2.2 2.2 0 1 1-.3 2.4',
  6: 'M4.8 2.2a2.1 2.1 0 0 0-3.9 1.1v3.6a2.1 2.1 0 1 0 .1-.5',
  7: 'M.8 1h4.3L2.5 9',
  8: 'M3 4.8a1.9 1.9 0 1 1 .01 0zM3 4.8a2.1 2.1 0 1 1-.01 0z',
  9: 'M1.2 7.8a2.1 2.1 0 0 0 3.9-1.1V3.1a2.1 2.1 0 1 0-.1.5',
}

/** Draws digits from the left edge `x`, `height` units above and below `y` and `y + height`. */
export function drawDigits(context, text, x, y, height, color, weight = 1.5) {
  context.save()
  context.translate(x, y)
  context.scale(height / 10, height / 10)
  context.strokeStyle = color
  context.lineWidth = weight
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const glyph of text) {
    context.stroke(new Path2D(GLYPHS[glyph]))
    context.translate(6.9, 0)
  }
  context.restore()
}
