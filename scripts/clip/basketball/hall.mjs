import { HEIGHT, WIDTH, seeded, wave } from '../stage.mjs'
import { COURT_DEPTH, panShift, project } from './camera.mjs'

const MARGIN = 330
const ROWS = 9
const SEAT_STEP = 13
/** Far edge of the floor and upper edge of the boards in front of the stand. */
const FLOOR_Z = COURT_DEPTH + 2.2
export const FLOOR_TOP = project(0, FLOOR_Z, 0).y
const BOARD_TOP = project(0, FLOOR_Z, 0, 0.95).y
const SHIRTS = ['#13545b', '#0f6a72', '#7d2f3d', '#8f7a4c', '#8b8378', '#33415a', '#4c3550', '#5f5a54']
const SKINS = ['#a87656', '#8b5f44', '#6f4a35', '#bd8d69']

const crowd = (() => {
  const next = seeded(815)
  const seats = []
  for (let row = ROWS - 1; row >= 0; row -= 1) {
    const size = 1.15 - row * 0.05
    const y = BOARD_TOP - 1 - row * 14 - row * row * 0.25
    for (let x = -MARGIN + (row % 2) * 6; x < WIDTH + MARGIN; x += SEAT_STEP) {
      if (next() < 0.06) continue
      seats.push({
        x: x + (next() - 0.5) * 3,
        y,
        row,
        size,
        shirt: SHIRTS[Math.floor(next() * SHIRTS.length)],
        skin: SKINS[Math.floor(next() * SKINS.length)],
        lively: next() < 0.1,
        turns: 16 + Math.floor(next() * 14),
        phase: next() * 6.3,
      })
    }
  }
  return seats
})()

/** 1 while the hall cheers for the basket at 7.7 s, else little. */
function cheer(seconds) {
  const after = seconds - 7.6
  return after > 0 && after < 3.4 ? Math.min(1, after * 4) * (1 - after / 3.4) : 0
}

function drawSpectator(context, seat, shift, seconds) {
  const joy = cheer(seconds)
  const isUp = seat.lively || (joy > 0 && Math.sin(seat.phase * 7) < joy * 1.6 - 0.6)
  const hop = isUp ? Math.max(0, wave(seconds, seat.turns, seat.phase)) * (seat.lively ? 1 + 2 * joy : 2.4 * joy) : 0
  const { size } = seat
  const x = seat.x + shift
  const y = seat.y - hop * 1.6
  context.fillStyle = seat.shirt
  context.beginPath()
  context.roundRect(x - 5.2 * size, y - 9.5 * size, 10.4 * size, 12 * size, [4.5 * size, 4.5 * size, 0, 0])
  context.fill()
  if (isUp && hop > 0.3) {
    context.strokeStyle = seat.shirt
    context.lineWidth = 2.6 * size
    context.lineCap = 'round'
    context.beginPath()
    for (const side of [-1, 1]) {
      context.moveTo(x + side * 4.4 * size, y - 7 * size)
      context.lineTo(x + side * 5.8 * size, y - (11 + hop * 2.4) * size)
    }
    context.stroke()
  }
  context.fillStyle = seat.skin
  context.beginPath()
  context.arc(x, y - 13 * size, 3.5 * size, 0, 7)
  context.fill()
}

function drawDark(context) {
  const dark = context.createLinearGradient(0, 0, 0, FLOOR_TOP)
  dark.addColorStop(0, 'rgb(9 8 18 / .98)')
  dark.addColorStop(0.42, 'rgb(9 8 18 / .8)')
  dark.addColorStop(0.8, 'rgb(9 8 18 / .5)')
  dark.addColorStop(1, 'rgb(9 8 18 / .34)')
  context.fillStyle = dark
  context.fillRect(0, 0, WIDTH, FLOOR_TOP)
}

function drawPhones(context, shift, seconds) {
  const next = seeded(44)
  for (let index = 0; index < 46; index += 1) {
    const x = -MARGIN + next() * (WIDTH + 2 * MARGIN) + shift
    const y = 8 + next() * (BOARD_TOP - 40)
    const glow = Math.max(0, wave(seconds, 2 + Math.floor(next() * 5), next() * 6.3))
    context.fillStyle = `rgb(226 238 255 / ${0.55 * glow ** 3})`
    context.beginPath()
    context.arc(x, y, 1.1, 0, 7)
    context.fill()
  }
}

/** The board of lamps along the court: chevrons that run slowly, no words. */
function drawBoards(context, shift, seconds) {
  context.fillStyle = '#101626'
  context.fillRect(0, BOARD_TOP, WIDTH, FLOOR_TOP - BOARD_TOP)
  const height = FLOOR_TOP - BOARD_TOP
  const step = 64
  const run = (seconds / 24) * step * 12
  const colors = ['#12777f', '#f2c14e', '#12777f', '#d1495b']
  for (let index = -8; index < 22; index += 1) {
    const x = index * step + shift + (run % (step * 4)) - step * 4
    context.fillStyle = colors[((index % 4) + 4) % 4]
    context.globalAlpha = 0.85
    context.beginPath()
    context.moveTo(x, BOARD_TOP + 2)
    context.lineTo(x + 34, BOARD_TOP + 2)
    context.lineTo(x + 46, BOARD_TOP + height / 2)
    context.lineTo(x + 34, FLOOR_TOP - 2)
    context.lineTo(x, FLOOR_TOP - 2)
    context.lineTo(x + 12, BOARD_TOP + height / 2)
    context.fill()
  }
  context.globalAlpha = 1
  context.fillStyle = 'rgb(255 255 255 / .2)'
  context.fillRect(0, BOARD_TOP, WIDTH, 0.9)
  context.fillStyle = 'rgb(4 6 14 / .5)'
  context.fillRect(0, FLOOR_TOP - 1.2, WIDTH, 1.2)
}

/** The cube under the roof. It is blank: the player draws the score of the match over the picture. */
function drawCube(context, shift) {
  const x = WIDTH / 2 + shift * 0.35
  context.fillStyle = '#05070d'
  context.fillRect(x - 30, 0, 2.5, 24)
  context.fillRect(x + 27.5, 0, 2.5, 24)
  context.fillStyle = '#131a28'
  context.beginPath()
  context.roundRect(x - 56, 21, 112, 42, 4)
  context.fill()
  context.fillStyle = '#12777f'
  context.fillRect(x - 56, 58.5, 112, 2)
  context.fillStyle = '#f2c14e'
  context.fillRect(x - 20, 58.5, 40, 2)
}

/** The far stand of a dark hall, its boards and the cube. */
export function drawHall(context, seconds) {
  const shift = panShift(seconds)
  context.fillStyle = '#0b0a16'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  for (const seat of crowd) {
    const x = seat.x + shift
    if (x > -14 && x < WIDTH + 14) drawSpectator(context, seat, shift, seconds)
  }
  drawDark(context)
  drawPhones(context, shift, seconds)
  drawBoards(context, shift, seconds)
  drawCube(context, shift)
}
