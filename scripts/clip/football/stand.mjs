import { HEIGHT, WIDTH, seeded, wave } from '../stage.mjs'
import { PITCH_DEPTH, panShift, project } from './camera.mjs'

const MARGIN = 250
const ROW_STEP = 12.5
const SEAT_STEP = 8.6
const ROOF_Y = 16
const AISLES = [-212, -72, 68, 208, 348, 488, 628, 768]
const SHIRTS = {
  home: ['#b5483c', '#a23f38', '#c9c3b8', '#8e3a36'],
  away: ['#b9c4cc', '#2f5378', '#35618c', '#a9b4bd'],
  plain: ['#6a7268', '#4f5a57', '#857c6c', '#566a6e'],
}
const SKINS = ['#c99a77', '#b58463', '#8c6148', '#d9ae8d']

export const BOARD_TOP = project(0, PITCH_DEPTH + 5, 0).y - 13
export const BOARD_BOTTOM = BOARD_TOP + 13

/** All spectators: position, colours and motion. Rows are offset. */
const crowd = (() => {
  const next = seeded(2026)
  const seats = []
  for (let row = 0; BOARD_TOP - 4 - row * ROW_STEP > ROOF_Y - 6; row += 1) {
    const y = BOARD_TOP - 1 - row * ROW_STEP
    for (let column = 0; column * SEAT_STEP < WIDTH + 2 * MARGIN; column += 1) {
      const x = -MARGIN + column * SEAT_STEP + (row % 2) * (SEAT_STEP / 2)
      const side = (x + MARGIN) / (WIDTH + 2 * MARGIN)
      const pick = next()
      const kind = pick < 0.3 ? 'plain' : pick < 0.36 + 0.6 * side ? 'away' : 'home'
      const shirts = SHIRTS[kind]
      seats.push({
        x: x + (next() - 0.5) * 1.4,
        y,
        row,
        shirt: shirts[Math.floor(next() * shirts.length)],
        skin: SKINS[Math.floor(next() * SKINS.length)],
        empty: next() < 0.05,
        lively: next() < 0.075,
        turns: 12 + Math.floor(next() * 12),
        phase: next() * 6.3,
      })
    }
  }
  return seats
})()

function drawSpectator(context, seat, seconds) {
  const jump = seat.lively ? Math.max(0, wave(seconds, seat.turns, seat.phase)) : 0
  const y = seat.y - jump * 1.8
  context.fillStyle = seat.shirt
  context.beginPath()
  context.roundRect(seat.x - 2.9, y - 6, 5.8, 6.6, [2.4, 2.4, 0, 0])
  context.fill()
  if (seat.lively) {
    context.strokeStyle = seat.shirt
    context.lineWidth = 1.5
    context.beginPath()
    context.moveTo(seat.x - 2.4, y - 4.6)
    context.lineTo(seat.x - 3.2, y - 7 - jump * 3)
    context.moveTo(seat.x + 2.4, y - 4.6)
    context.lineTo(seat.x + 3.2, y - 7 - jump * 3)
    context.stroke()
  }
  context.fillStyle = seat.skin
  context.beginPath()
  context.arc(seat.x, y - 8, 2.1, 0, 7)
  context.fill()
}

function drawSteps(context) {
  context.fillStyle = '#0d1512'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  for (let row = 0, y = BOARD_TOP; y > ROOF_Y; row += 1, y -= ROW_STEP) {
    context.fillStyle = row % 2 ? '#17241e' : '#131e19'
    context.fillRect(0, y - ROW_STEP, WIDTH, ROW_STEP)
    context.fillStyle = 'rgb(255 255 255 / .045)'
    context.fillRect(0, y - ROW_STEP, WIDTH, 0.7)
  }
}

function drawAisles(context, shift) {
  for (const x of AISLES) {
    context.fillStyle = '#0c1310'
    context.beginPath()
    context.moveTo(x + shift + 8, ROOF_Y)
    context.lineTo(x + shift + 17, ROOF_Y)
    context.lineTo(x + shift + 15, BOARD_TOP)
    context.lineTo(x + shift, BOARD_TOP)
    context.fill()
  }
}

function drawRoof(context, shift) {
  const dark = context.createLinearGradient(0, 0, 0, BOARD_TOP)
  dark.addColorStop(0, 'rgb(4 7 6 / .93)')
  dark.addColorStop(0.35, 'rgb(4 7 6 / .66)')
  dark.addColorStop(1, 'rgb(4 7 6 / .16)')
  context.fillStyle = dark
  context.fillRect(0, 0, WIDTH, BOARD_TOP)
  context.fillStyle = '#060a08'
  context.fillRect(0, 0, WIDTH, ROOF_Y)
  context.fillStyle = '#1a2620'
  context.fillRect(0, ROOF_Y - 1, WIDTH, 1)
  for (let lamp = -2; lamp < 8; lamp += 1) {
    const x = lamp * 140 - 30 + shift * 0.8
    const glow = context.createRadialGradient(x, 6, 2, x, 6, 62)
    glow.addColorStop(0, 'rgb(228 250 236 / .34)')
    glow.addColorStop(1, 'rgb(228 250 236 / 0)')
    context.fillStyle = glow
    context.fillRect(x - 64, 0, 128, 60)
    context.fillStyle = '#f3fff7'
    context.beginPath()
    context.roundRect(x - 15, 4.5, 30, 3.6, 1.6)
    context.fill()
  }
}

const BOARDS = [
  { text: '有你有看台', color: '#8f2028' },
  { text: '南屿青年', color: '#12496f' },
  { text: '坐近点，看清楚', color: '#0e2d4a' },
  { text: '北港体育场', color: '#8f2028' },
  { text: '看台 GRANDSTAND', color: '#0e2d4a' },
  { text: '北港联', color: '#8f2028' },
  { text: '散场不散伙', color: '#0e2d4a' },
]

function drawBoards(context, shift) {
  const width = 190
  for (const [index, board] of BOARDS.entries()) {
    const x = (index - 2) * width + shift
    context.fillStyle = board.color
    context.fillRect(x, BOARD_TOP, width + 0.5, BOARD_BOTTOM - BOARD_TOP)
    context.fillStyle = 'rgb(255 255 255 / .88)'
    context.font = '700 9px "Noto Sans CJK SC", sans-serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.letterSpacing = '2px'
    context.fillText(board.text, x + width / 2 + 1, (BOARD_TOP + BOARD_BOTTOM) / 2 + 0.4)
    context.letterSpacing = '0px'
  }
  context.fillStyle = 'rgb(255 255 255 / .16)'
  context.fillRect(0, BOARD_TOP, WIDTH, 0.8)
}

/** The far stand: steps, spectators, aisles, roof with its lamps, and the hoarding boards in front. */
export function drawStand(context, seconds) {
  const shift = panShift(seconds)
  drawSteps(context)
  for (const seat of crowd) {
    const x = seat.x + shift
    if (!seat.empty && x > -10 && x < WIDTH + 10) drawSpectator(context, { ...seat, x }, seconds)
  }
  drawAisles(context, shift)
  drawRoof(context, shift)
  drawBoards(context, shift)
}
