import { HEIGHT, WIDTH } from '../stage.mjs'
import { COURT_DEPTH, COURT_LENGTH, project } from './camera.mjs'

const LINE = 'rgb(255 250 240 / .92)'
const MIDDLE = COURT_DEPTH / 2
const HOOP_X = 1.575
const PAINT = { length: 5.8, width: 4.9 }
const ARC_RADIUS = 6.75
const CORNER = 0.9

function path(context, points, seconds) {
  context.beginPath()
  for (const [x, z] of points) {
    const point = project(x, z, seconds)
    context.lineTo(point.x, point.y)
  }
}

function fill(context, points, seconds, color) {
  path(context, points, seconds)
  context.fillStyle = color
  context.fill()
}

function stroke(context, points, seconds) {
  path(context, points, seconds)
  context.stroke()
}

function arc(x, z, radius, from, to) {
  return Array.from({ length: 41 }, (_, step) => {
    const angle = from + ((to - from) * step) / 40
    return [x + radius * Math.cos(angle), z + radius * Math.sin(angle)]
  })
}

function rectangle(x1, z1, x2, z2) {
  return [
    [x1, z1],
    [x2, z1],
    [x2, z2],
    [x1, z2],
    [x1, z1],
  ]
}

function drawPlanks(context, seconds) {
  const tones = ['#d39a5a', '#cd9252', '#d8a163', '#ca8e4f']
  const width = 0.75
  for (let row = 0; row * width < COURT_DEPTH; row += 1) {
    const offset = (row % 3) * 1.9
    for (let x = -offset; x < COURT_LENGTH; x += 5.6) {
      const plank = Math.round(x * 3 + row * 7)
      const from = Math.max(0, x)
      const to = Math.min(COURT_LENGTH, x + 5.6)
      fill(context, rectangle(from, row * width, to, (row + 1) * width + 0.02), seconds, tones[plank & 3])
    }
  }
}

/** Lines of one half; `side` -1 is the left one. */
function drawHalf(context, side, seconds) {
  const x = (metres) => (side < 0 ? metres : COURT_LENGTH - metres)
  fill(
    context,
    rectangle(x(0), MIDDLE - PAINT.width / 2, x(PAINT.length), MIDDLE + PAINT.width / 2),
    seconds,
    '#11666d',
  )
  context.strokeStyle = LINE
  context.lineWidth = 1.5
  stroke(context, rectangle(x(0), MIDDLE - PAINT.width / 2, x(PAINT.length), MIDDLE + PAINT.width / 2), seconds)
  stroke(context, arc(x(PAINT.length), MIDDLE, 1.8, 0, 2 * Math.PI), seconds)
  stroke(
    context,
    arc(x(HOOP_X), MIDDLE, 1.25, side < 0 ? -Math.PI / 2 : Math.PI / 2, side < 0 ? Math.PI / 2 : (3 * Math.PI) / 2),
    seconds,
  )
  const corner = Math.asin((MIDDLE - CORNER) / ARC_RADIUS)
  const [from, to] = side < 0 ? [-corner, corner] : [Math.PI + corner, Math.PI - corner]
  const points = [[x(0), CORNER], ...arc(x(HOOP_X), MIDDLE, ARC_RADIUS, from, to), [x(0), COURT_DEPTH - CORNER]]
  stroke(context, points, seconds)
}

function drawCircle(context, seconds) {
  fill(context, arc(COURT_LENGTH / 2, MIDDLE, 1.8, 0, 2 * Math.PI), seconds, '#11666d')
  const star = Array.from({ length: 11 }, (_, point) => {
    const angle = Math.PI / 2 + (point * Math.PI) / 5
    const radius = point % 2 ? 0.56 : 1.35
    return [COURT_LENGTH / 2 + radius * Math.cos(angle), MIDDLE + radius * Math.sin(angle)]
  })
  fill(context, star, seconds, '#f2c14e')
  context.strokeStyle = LINE
  stroke(context, arc(COURT_LENGTH / 2, MIDDLE, 1.8, 0, 2 * Math.PI), seconds)
}

function drawLight(context, top) {
  const gloss = context.createLinearGradient(0, top, 0, HEIGHT)
  gloss.addColorStop(0, 'rgb(40 16 30 / .34)')
  gloss.addColorStop(0.28, 'rgb(255 236 200 / .1)')
  gloss.addColorStop(0.6, 'rgb(255 240 214 / .05)')
  gloss.addColorStop(1, 'rgb(46 16 14 / .34)')
  context.fillStyle = gloss
  context.fillRect(0, top, WIDTH, HEIGHT - top)
  for (const [x, width] of [
    [150, 120],
    [320, 170],
    [500, 120],
  ]) {
    const pool = context.createRadialGradient(x, 0, 10, x, 0, width)
    pool.addColorStop(0, 'rgb(255 246 226 / .16)')
    pool.addColorStop(1, 'rgb(255 246 226 / 0)')
    context.save()
    context.translate(0, top + 62)
    context.scale(1, 0.34)
    context.fillStyle = pool
    context.fillRect(x - width, -width, 2 * width, 2 * width)
    context.restore()
  }
}

/** The floor: planks, painted areas, lines and the light of the hall. `top` is its far edge in drawing units. */
export function drawCourt(context, seconds, top) {
  context.fillStyle = '#0c4046'
  context.fillRect(0, top, WIDTH, HEIGHT - top)
  drawPlanks(context, seconds)
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  for (const side of [-1, 1]) drawHalf(context, side, seconds)
  drawCircle(context, seconds)
  context.strokeStyle = LINE
  context.lineWidth = 1.8
  stroke(context, rectangle(0, 0, COURT_LENGTH, COURT_DEPTH), seconds)
  stroke(context, rectangle(COURT_LENGTH / 2, 0, COURT_LENGTH / 2, COURT_DEPTH), seconds)
  drawLight(context, top)
}

const RIM = { x: 1.58, up: 3.05, radius: 0.26 }
const BOARD = { x: 1.16, bottom: 2.9, top: 4, near: 6.55, far: 8.45 }

/** Draws in points `[x, z, up]` of the left basket, mirrored for the right one. */
function basketPen(context, side, seconds) {
  const at = ([x, z, up]) => project(side < 0 ? x : COURT_LENGTH - x, z, seconds, up)
  return (points, { color, width, line, closed = true }) => {
    context.beginPath()
    for (const point of points) {
      const { x, y } = at(point)
      context.lineTo(x, y)
    }
    if (closed) context.closePath()
    if (color) {
      context.fillStyle = color
      context.fill()
    }
    if (line) {
      context.strokeStyle = line
      context.lineWidth = width
      context.stroke()
    }
  }
}

/** Stand, arm and glass board of a basket; drawn before the players, because they are behind them. */
export function drawBoard(context, side, seconds) {
  const pen = basketPen(context, side, seconds)
  context.lineJoin = 'round'
  pen(
    [
      [-2.2, 6.9, 0],
      [-0.9, 6.9, 0],
      [-0.9, 6.9, 0.9],
      [-2.2, 6.9, 0.9],
    ],
    { color: '#16323a' },
  )
  pen(
    [
      [-2.2, 6.9, 0.9],
      [-0.9, 6.9, 0.9],
      [-0.9, 8.1, 0.9],
      [-2.2, 8.1, 0.9],
    ],
    { color: '#24505a' },
  )
  pen(
    [
      [-1.9, MIDDLE, 0.8],
      [-1.5, MIDDLE, 2.6],
      [-0.2, MIDDLE, 3.5],
      [1.1, MIDDLE, 3.5],
    ],
    { line: '#0d242b', width: 9, closed: false },
  )
  pen(
    [
      [-1.9, MIDDLE, 0.8],
      [-1.5, MIDDLE, 2.6],
      [-0.2, MIDDLE, 3.5],
      [1.1, MIDDLE, 3.5],
    ],
    { line: '#2d5c66', width: 5, closed: false },
  )
  const { x, bottom, top, near, far } = BOARD
  pen(
    [
      [x, near, bottom],
      [x, far, bottom],
      [x, far, top],
      [x, near, top],
    ],
    { color: 'rgb(226 242 246 / .5)', line: '#f4f8f8', width: 2 },
  )
  pen(
    [
      [x, 7.2, 3.08],
      [x, 7.8, 3.08],
      [x, 7.8, 3.55],
      [x, 7.2, 3.55],
    ],
    { line: '#d1495b', width: 1.4 },
  )
}

/** Points of a ring around the rim at `up`, half of it: `back` or front. */
function ring(radius, up, from, to) {
  return Array.from({ length: 13 }, (_, step) => {
    const angle = from + ((to - from) * step) / 12
    return [RIM.x + radius * Math.cos(angle), MIDDLE + radius * Math.sin(angle), up]
  })
}

/** Rim and net; `swish` is 0 at rest and up to 1 while a ball passes. */
export function drawHoop(context, side, seconds, swish, isFront) {
  const pen = basketPen(context, side, seconds)
  const [from, to] = isFront ? [-Math.PI, 0] : [0, Math.PI]
  const bottom = RIM.up - 0.48 + 0.16 * swish
  for (let string = 0; string <= 6; string += 1) {
    const angle = from + ((to - from) * string) / 6
    const low = 0.14 + 0.08 * swish
    const twist = angle + 0.5
    pen(
      [
        [RIM.x + RIM.radius * Math.cos(angle), MIDDLE + RIM.radius * Math.sin(angle), RIM.up],
        [RIM.x + low * Math.cos(twist), MIDDLE + low * Math.sin(twist), bottom],
      ],
      { line: 'rgb(250 250 245 / .75)', width: 0.9, closed: false },
    )
    pen(
      [
        [RIM.x + RIM.radius * Math.cos(angle), MIDDLE + RIM.radius * Math.sin(angle), RIM.up],
        [RIM.x + low * Math.cos(angle - 0.5), MIDDLE + low * Math.sin(angle - 0.5), bottom],
      ],
      { line: 'rgb(250 250 245 / .75)', width: 0.9, closed: false },
    )
  }
  pen(ring(0.19, RIM.up - 0.24, from, to), { line: 'rgb(250 250 245 / .6)', width: 0.8, closed: false })
  pen(ring(RIM.radius, RIM.up, from, to), { line: '#e2622b', width: 2.2, closed: false })
  if (isFront)
    pen(
      [
        [BOARD.x, MIDDLE, RIM.up],
        [RIM.x - RIM.radius, MIDDLE, RIM.up],
      ],
      { line: '#e2622b', width: 3, closed: false },
    )
}
