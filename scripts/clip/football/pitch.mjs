import { BOARD_BOTTOM } from './stand.mjs'
import { HEIGHT, WIDTH } from '../stage.mjs'
import { PITCH_DEPTH, PITCH_LENGTH, project } from './camera.mjs'

const STRIPES = 18
const NEAR = -14

function polygon(context, points, seconds) {
  context.beginPath()
  for (const [x, z] of points) {
    const point = project(x, z, seconds)
    context.lineTo(point.x, point.y)
  }
}

function line(context, points, seconds) {
  polygon(context, points, seconds)
  context.stroke()
}

function circle(context, x, z, radius, from, to, seconds) {
  const points = []
  for (let step = 0; step <= 48; step += 1) {
    const angle = from + ((to - from) * step) / 48
    points.push([x + radius * Math.cos(angle), z + radius * Math.sin(angle)])
  }
  line(context, points, seconds)
}

function drawGrass(context, seconds) {
  context.fillStyle = '#1d5a34'
  context.fillRect(0, BOARD_BOTTOM, WIDTH, HEIGHT - BOARD_BOTTOM)
  const width = PITCH_LENGTH / STRIPES
  for (let stripe = -6; stripe < STRIPES + 8; stripe += 1) {
    context.fillStyle = stripe % 2 ? '#246b3d' : '#1f6037'
    const from = stripe * width
    const corners = [
      [from, PITCH_DEPTH + 3.4],
      [from + width, PITCH_DEPTH + 3.4],
      [from + width, NEAR],
      [from, NEAR],
    ]
    polygon(context, corners, seconds)
    context.fill()
  }
}

function drawLight(context) {
  const pool = context.createRadialGradient(320, 250, 60, 320, 250, 420)
  pool.addColorStop(0, 'rgb(214 255 206 / .06)')
  pool.addColorStop(0.4, 'rgb(214 255 206 / .03)')
  pool.addColorStop(0.7, 'rgb(2 14 8 / .1)')
  pool.addColorStop(1, 'rgb(2 14 8 / .4)')
  context.fillStyle = pool
  context.fillRect(0, BOARD_BOTTOM, WIDTH, HEIGHT - BOARD_BOTTOM)
  const foot = context.createLinearGradient(0, BOARD_BOTTOM, 0, BOARD_BOTTOM + 12)
  foot.addColorStop(0, 'rgb(0 0 0 / .4)')
  foot.addColorStop(1, 'rgb(0 0 0 / 0)')
  context.fillStyle = foot
  context.fillRect(0, BOARD_BOTTOM, WIDTH, 12)
}

function drawBox(context, side, depth, width, seconds) {
  const near = (PITCH_DEPTH - width) / 2
  const goalLine = side < 0 ? 0 : PITCH_LENGTH
  const front = goalLine - side * depth
  const corners = [
    [goalLine, near],
    [front, near],
    [front, near + width],
    [goalLine, near + width],
  ]
  line(context, corners, seconds)
}

function drawLines(context, seconds) {
  context.strokeStyle = 'rgb(229 244 233 / .78)'
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  const border = [
    [0, 0],
    [PITCH_LENGTH, 0],
    [PITCH_LENGTH, PITCH_DEPTH],
    [0, PITCH_DEPTH],
    [0, 0],
  ]
  line(context, border, seconds)
  const half = PITCH_LENGTH / 2
  line(
    context,
    [
      [half, 0],
      [half, PITCH_DEPTH],
    ],
    seconds,
  )
  circle(context, half, PITCH_DEPTH / 2, 9.15, 0, 2 * Math.PI, seconds)
  const spot = project(half, PITCH_DEPTH / 2, seconds)
  context.fillStyle = 'rgb(229 244 233 / .78)'
  context.beginPath()
  context.ellipse(spot.x, spot.y, 2.4, 1.1, 0, 0, 7)
  context.fill()
  for (const side of [-1, 1]) {
    drawBox(context, side, 16.5, 40.3, seconds)
    drawBox(context, side, 5.5, 18.3, seconds)
    const spotX = side < 0 ? 11 : PITCH_LENGTH - 11
    const opening = Math.acos(5.5 / 9.15)
    const middle = side < 0 ? 0 : Math.PI
    circle(context, spotX, PITCH_DEPTH / 2, 9.15, middle - opening, middle + opening, seconds)
  }
}

/** The pitch: mown stripes, floodlight pool, lines. */
export function drawPitch(context, seconds) {
  drawGrass(context, seconds)
  drawLight(context)
  drawLines(context, seconds)
}
