import { FPS, HEIGHT, WIDTH } from './stage.mjs'

/**
 * The frame number, readable by machines: 12 cells along the foot of the picture at the right edge.
 * Cell 0 is always light and cell 11 always dark (to find the level), cells 1 to 10 are the bits, high bit first.
 * In the greens of the grass, so that it does not catch the eye.
 */
export const STRIP = { cells: 12, cellWidth: 6, height: 4, x: WIDTH - 12 * 6, y: HEIGHT - 4 }

const LIGHT = '#5f8f70'
const DARK = '#123a22'

export function drawStrip(context, frame) {
  for (let cell = 0; cell < STRIP.cells; cell += 1) {
    const bit = cell === 0 ? 1 : cell === STRIP.cells - 1 ? 0 : (frame >> (10 - cell)) & 1
    context.fillStyle = bit ? LIGHT : DARK
    context.fillRect(STRIP.x + cell * STRIP.cellWidth, STRIP.y, STRIP.cellWidth, STRIP.height)
  }
}

/** The stadium screen under the roof: clock of the loop and frame counter. */
export function drawScreen(context, frame, shift) {
  const seconds = frame / FPS
  const clock = `00:${String(Math.floor(seconds)).padStart(2, '0')}`
  const counter = String(frame).padStart(3, '0')
  const x = WIDTH / 2 - 48 + shift * 0.8
  const y = 20
  context.fillStyle = '#050807'
  context.fillRect(x + 18, 12, 2.5, 10)
  context.fillRect(x + 75.5, 12, 2.5, 10)
  context.beginPath()
  context.roundRect(x, y, 96, 28, 2.5)
  context.fill()
  context.strokeStyle = '#2a3a32'
  context.lineWidth = 1
  context.stroke()
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  context.fillStyle = '#e3f3c4'
  context.font = '700 19px "Liberation Sans Narrow", "Arial Narrow", sans-serif'
  context.fillText(clock, x + 8, y + 21)
  context.fillStyle = '#7f9488'
  context.font = '500 7.5px "Noto Sans CJK SC", sans-serif'
  context.fillText('帧', x + 62, y + 11)
  context.fillStyle = '#b6c9bd'
  context.font = '700 12px "Liberation Sans Narrow", "Arial Narrow", sans-serif'
  context.fillText(counter, x + 62, y + 22)
}
