import { HEIGHT, WIDTH, mix, seeded, wave } from '../stage.mjs'

export const DESK_TOP = 280
const DESK_EDGE = 306

function rounded(context, x, y, width, height, radius, color) {
  context.fillStyle = color
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}

function circle(context, x, y, radius, color) {
  context.fillStyle = color
  context.beginPath()
  context.arc(x, y, radius, 0, 7)
  context.fill()
}

function glow(context, x, y, radius, color, alpha) {
  const light = context.createRadialGradient(x, y, 0, x, y, radius)
  light.addColorStop(0, color)
  light.addColorStop(1, `${color}00`)
  context.save()
  context.globalAlpha = alpha
  context.fillStyle = light
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  context.restore()
}

function drawWall(context) {
  const wall = context.createLinearGradient(0, 0, WIDTH, HEIGHT)
  wall.addColorStop(0, '#2b2452')
  wall.addColorStop(0.5, '#241f47')
  wall.addColorStop(1, '#171a38')
  context.fillStyle = wall
  context.fillRect(0, 0, WIDTH, HEIGHT)
  for (let slat = 0; slat < 12; slat += 1) {
    const x = 468 + slat * 15
    rounded(context, x, 0, 10, DESK_TOP, 0, slat % 2 ? '#3a2b3d' : '#3f2f40')
    rounded(context, x, 0, 1.4, DESK_TOP, 0, '#57405194')
    rounded(context, x + 10, 0, 5, DESK_TOP, 0, '#150f24')
  }
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const x = -10 + column * 62
      const y = row * 62 - 8
      context.fillStyle = (row + column) % 2 ? '#2f2859' : '#2a2450'
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x + 60, y)
      context.lineTo(x + 60, y + 60)
      context.fill()
      context.fillStyle = (row + column) % 2 ? '#262049' : '#2d2757'
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x + 60, y + 60)
      context.lineTo(x, y + 60)
      context.fill()
    }
  }
}

/** The ring of light behind the anchor. */
function drawRing(context, seconds) {
  const pulse = 0.86 + 0.14 * wave(seconds, 4)
  glow(context, 328, 150, 190, '#ff6fa8', 0.34 * pulse)
  for (const [width, alpha] of [
    [13, 0.16],
    [8, 0.3],
    [4, 0.95],
  ]) {
    context.strokeStyle = `rgb(255 158 190 / ${alpha * pulse})`
    context.lineWidth = width
    context.beginPath()
    context.arc(328, 153, 94, 0, 7)
    context.stroke()
  }
  context.strokeStyle = `rgb(255 244 248 / ${0.9 * pulse})`
  context.lineWidth = 1.6
  context.beginPath()
  context.arc(328, 153, 94, 0, 7)
  context.stroke()
}

/** Runs of both sides on the screen: start, turning point, end, in shares of the field; whole turns per loop. */
const MARKERS = [
  { color: '#ffd166', from: [0.16, 0.5], to: [0.24, 0.44], turns: 3 },
  { color: '#ffd166', from: [0.34, 0.24], to: [0.52, 0.3], turns: 2 },
  { color: '#ffd166', from: [0.36, 0.74], to: [0.58, 0.66], turns: 2 },
  { color: '#ffd166', from: [0.5, 0.5], to: [0.74, 0.48], turns: 2 },
  { color: '#6fd3ff', from: [0.86, 0.5], to: [0.8, 0.52], turns: 3 },
  { color: '#6fd3ff', from: [0.68, 0.28], to: [0.6, 0.36], turns: 2 },
  { color: '#6fd3ff', from: [0.7, 0.72], to: [0.64, 0.62], turns: 2 },
  { color: '#6fd3ff', from: [0.6, 0.5], to: [0.78, 0.42], turns: 2 },
]

/** The screen on the wall: a field with moving markers, and the level of the voice below. */
function drawScreen(context, seconds, voice) {
  const [x, y, width, height] = [30, 62, 178, 112]
  glow(context, x + width / 2, y + height / 2, 170, '#3fb6c9', 0.2)
  rounded(context, x - 5, y - 5, width + 10, height + 42, 7, '#0b0d1c')
  rounded(context, x, y, width, height, 3, '#0f4a4a')
  for (let band = 0; band < 6; band += 1)
    if (band % 2) rounded(context, x + (band * width) / 6, y, width / 6, height, 0, '#115252')
  context.strokeStyle = 'rgb(220 250 244 / .55)'
  context.lineWidth = 1.2
  context.strokeRect(x + 8, y + 8, width - 16, height - 16)
  context.beginPath()
  context.moveTo(x + width / 2, y + 8)
  context.lineTo(x + width / 2, y + height - 8)
  context.moveTo(x + width / 2 + 18, y + height / 2)
  context.arc(x + width / 2, y + height / 2, 18, 0, 6.3)
  context.rect(x + 8, y + height / 2 - 24, 24, 48)
  context.rect(x + width - 32, y + height / 2 - 24, 24, 48)
  context.stroke()
  for (const { color, from, to, turns } of MARKERS) {
    const share = 0.5 - 0.5 * Math.cos((2 * Math.PI * turns * seconds) / 24)
    const at = [x + width * mix(from[0], to[0], share), y + height * mix(from[1], to[1], share)]
    context.strokeStyle = `${color}88`
    context.setLineDash([3, 3])
    context.lineWidth = 1.3
    context.beginPath()
    context.moveTo(x + width * from[0], y + height * from[1])
    context.lineTo(...at)
    context.stroke()
    context.setLineDash([])
    circle(context, ...at, 4.6, '#0a2b2c')
    circle(context, ...at, 3.9, color)
  }
  for (let bar = 0; bar < 26; bar += 1) {
    const level = 2 + 17 * voice * (0.3 + 0.7 * Math.abs(wave(seconds, 40 + (bar % 7) * 11, bar * 1.9)))
    rounded(context, x + 4 + bar * 6.6, y + height + 18 - level / 2, 3.6, level, 1.8, bar % 5 ? '#5a7dff' : '#ff7fb0')
  }
}

function drawShelf(context, seconds) {
  glow(context, 548, 128, 110, '#ffb35c', 0.26)
  rounded(context, 480, 168, 150, 6, 2, '#6b4636')
  rounded(context, 480, 174, 150, 3, 0, '#2a1a20')
  for (const [x, width, height, color] of [
    [488, 8, 42, '#2f7f86'],
    [497, 7, 37, '#f2c14e'],
    [505, 9, 45, '#a43f5d'],
    [515, 7, 40, '#efe3cf'],
  ]) {
    rounded(context, x, 168 - height, width, height, 1, color)
    rounded(context, x, 168 - height + 6, width, 2.4, 0, 'rgb(0 0 0 / .22)')
  }
  context.fillStyle = '#f2c14e'
  context.beginPath()
  context.moveTo(540, 126)
  context.lineTo(568, 126)
  context.bezierCurveTo(568, 146, 560, 150, 556, 152)
  context.lineTo(556, 160)
  context.lineTo(564, 168)
  context.lineTo(544, 168)
  context.lineTo(552, 160)
  context.lineTo(552, 152)
  context.bezierCurveTo(548, 150, 540, 146, 540, 126)
  context.fill()
  context.strokeStyle = '#f2c14e'
  context.lineWidth = 2.4
  context.beginPath()
  context.arc(539, 134, 6, 1.2, 4.9)
  context.moveTo(572, 129)
  context.arc(569, 134, 6, -1.7, 2)
  context.stroke()
  rounded(context, 544, 128, 4, 14, 2, 'rgb(255 255 255 / .5)')
  rounded(context, 592, 148, 22, 20, 3, '#d9d2cf')
  rounded(context, 604, 148, 10, 20, 3, '#b9aeb0')
  context.lineCap = 'round'
  for (const [angle, length, color] of [
    [-2.5, 26, '#2f8a5f'],
    [-2.05, 34, '#3aa26d'],
    [-1.6, 38, '#47b87c'],
    [-1.15, 33, '#349563'],
    [-0.7, 25, '#2b7d56'],
  ]) {
    const lean = angle + 0.03 * wave(seconds, 3, angle)
    context.strokeStyle = color
    context.lineWidth = 6
    context.beginPath()
    context.moveTo(603, 150)
    context.quadraticCurveTo(
      603 + Math.cos(lean) * length * 0.3,
      150 - length * 0.6,
      603 + Math.cos(lean) * length,
      150 + Math.sin(lean) * length,
    )
    context.stroke()
  }
}

/** The lamp that shows that the studio is live: a red light that blinks, with sound waves. */
function drawOnAir(context, seconds) {
  const isOn = seconds % 2 < 1.3
  const strength = isOn ? 1 : 0.25
  glow(context, 552, 74, 76, '#ff3b3b', 0.5 * strength)
  rounded(context, 512, 56, 80, 36, 8, '#170f1c')
  rounded(context, 516, 60, 72, 28, 6, isOn ? '#d92b32' : '#5a1a24')
  const color = isOn ? '#fff1ec' : '#a86a6c'
  circle(context, 552, 74, 5.2, color)
  context.strokeStyle = color
  context.lineWidth = 2.2
  context.lineCap = 'round'
  for (const radius of [11, 18]) {
    context.beginPath()
    context.arc(552, 74, radius, -0.62, 0.62)
    context.moveTo(552 + radius * Math.cos(Math.PI - 0.62), 74 + radius * Math.sin(Math.PI - 0.62))
    context.arc(552, 74, radius, Math.PI - 0.62, Math.PI + 0.62)
    context.stroke()
  }
}

function drawDust(context, seconds) {
  const next = seeded(3)
  for (let mote = 0; mote < 16; mote += 1) {
    const x = 200 + next() * 260 + 8 * wave(seconds, 1 + Math.floor(next() * 2), next() * 6)
    const y = 40 + next() * 210 + 10 * wave(seconds, 1, next() * 6)
    circle(context, x, y, 0.9, `rgb(255 220 232 / ${0.16 + 0.14 * wave(seconds, 5, next() * 6)})`)
  }
}

/** The room behind the anchor. `voice` 0 to 1 moves the level display. */
export function drawStudio(context, seconds, voice) {
  drawWall(context)
  drawRing(context, seconds)
  drawScreen(context, seconds, voice)
  drawShelf(context, seconds)
  drawOnAir(context, seconds)
  drawDust(context, seconds)
}

function drawLaptop(context) {
  context.fillStyle = '#8f96ad'
  context.beginPath()
  context.moveTo(86, 238)
  context.lineTo(186, 238)
  context.lineTo(196, 296)
  context.lineTo(78, 296)
  context.fill()
  context.fillStyle = '#a9b0c6'
  context.beginPath()
  context.moveTo(86, 238)
  context.lineTo(186, 238)
  context.lineTo(187, 242)
  context.lineTo(85, 242)
  context.fill()
  rounded(context, 72, 295, 130, 5, 2, '#666d84')
  context.fillStyle = '#e8ebf4'
  context.beginPath()
  for (let corner = 0; corner < 10; corner += 1) {
    const radius = corner % 2 ? 4.4 : 10
    const angle = -Math.PI / 2 + (corner * Math.PI) / 5
    context.lineTo(136 + radius * Math.cos(angle), 268 + radius * Math.sin(angle))
  }
  context.fill()
}

function drawMug(context, seconds) {
  context.strokeStyle = '#2f7f86'
  context.lineWidth = 5
  context.beginPath()
  context.arc(506, 283, 9, -1.4, 1.6)
  context.stroke()
  rounded(context, 474, 266, 32, 34, 5, '#2f7f86')
  rounded(context, 494, 266, 12, 34, 5, '#25666d')
  rounded(context, 474, 276, 32, 5, 0, '#f2c14e')
  context.fillStyle = '#3a1e14'
  context.beginPath()
  context.ellipse(490, 267, 14.6, 3, 0, 0, 7)
  context.fill()
  context.lineCap = 'round'
  for (const [x, phase] of [
    [484, 0],
    [492, 2],
    [498, 4],
  ]) {
    context.strokeStyle = `rgb(255 255 255 / ${0.15 + 0.08 * wave(seconds, 8, phase)})`
    context.lineWidth = 2.4
    context.beginPath()
    for (let step = 0; step <= 8; step += 1)
      context.lineTo(x + 3 * wave(seconds, 8, phase + step * 0.7), 258 - step * 3.4)
    context.stroke()
  }
}

function drawMixer(context, seconds, voice) {
  rounded(context, 536, 284, 88, 20, 4, '#20263c')
  rounded(context, 540, 287, 80, 14, 3, '#2e3653')
  for (let knob = 0; knob < 6; knob += 1) {
    circle(context, 548 + knob * 9, 294, 3, '#11152a')
    circle(context, 548 + knob * 9, 293.4, 2.2, '#7a84ab')
  }
  for (let lamp = 0; lamp < 4; lamp += 1) {
    const isLit = voice * 5 * (0.6 + 0.4 * wave(seconds, 50, lamp)) > lamp
    circle(
      context,
      602 + (lamp % 2) * 8,
      291 + Math.floor(lamp / 2) * 6,
      2,
      isLit ? ['#4fd08a', '#4fd08a', '#f2c14e', '#ff5a4d'][lamp] : '#151a30',
    )
  }
}

/** The desk with what stands on it, in front of the body. */
export function drawDesk(context, seconds, voice) {
  const top = context.createLinearGradient(0, DESK_TOP, 0, DESK_EDGE)
  top.addColorStop(0, '#5d4058')
  top.addColorStop(1, '#7c5568')
  context.fillStyle = top
  context.fillRect(0, DESK_TOP, WIDTH, DESK_EDGE - DESK_TOP)
  const front = context.createLinearGradient(0, DESK_EDGE, 0, HEIGHT)
  front.addColorStop(0, '#2c2140')
  front.addColorStop(1, '#191430')
  context.fillStyle = front
  context.fillRect(0, DESK_EDGE, WIDTH, HEIGHT - DESK_EDGE)
  rounded(context, 0, DESK_EDGE, WIDTH, 3, 0, '#a8788a')
  for (let panel = 0; panel < 7; panel += 1)
    rounded(context, panel * 96 - 18, DESK_EDGE + 14, 90, HEIGHT, 4, 'rgb(255 255 255 / .028)')
  rounded(context, 0, DESK_EDGE + 8, WIDTH, 2.2, 0, '#ff8fb8')
  const light = context.createLinearGradient(0, DESK_EDGE + 8, 0, DESK_EDGE + 46)
  light.addColorStop(0, 'rgb(255 111 168 / .34)')
  light.addColorStop(1, 'rgb(255 111 168 / 0)')
  context.fillStyle = light
  context.fillRect(0, DESK_EDGE + 9, WIDTH, 40)
  context.save()
  context.beginPath()
  context.rect(0, DESK_TOP, WIDTH, DESK_EDGE - DESK_TOP)
  context.clip()
  glow(context, 328, DESK_TOP + 4, 190, '#ffb3cf', 0.4)
  context.restore()
  drawLaptop(context)
  drawMug(context, seconds)
  drawMixer(context, seconds, voice)
}

/** The microphone on its arm, in front of everything. */
export function drawMicrophone(context, seconds) {
  const shake = 0.5 * wave(seconds, 5)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [width, color] of [
    [7, '#10131f'],
    [3.4, '#4a5272'],
  ]) {
    context.strokeStyle = color
    context.lineWidth = width
    context.beginPath()
    context.moveTo(466, 282)
    context.lineTo(500, 176)
    context.lineTo(412, 200 + shake)
    context.stroke()
  }
  circle(context, 500, 176, 5, '#171b2b')
  circle(context, 500, 176, 2.4, '#6b759c')
  rounded(context, 454, 277, 24, 8, 3, '#10131f')
  context.save()
  context.translate(388, 206 + shake)
  context.rotate(-0.3)
  rounded(context, -8, -12, 34, 24, 8, '#14182a')
  rounded(context, -16, -13.5, 26, 27, 12, '#2a3048')
  context.strokeStyle = 'rgb(140 154 198 / .55)'
  context.lineWidth = 0.9
  for (let line = -9; line <= 9; line += 4.5) {
    context.beginPath()
    context.moveTo(-14, line)
    context.lineTo(8, line)
    context.moveTo(line - 4, -11)
    context.lineTo(line - 4, 11)
    context.stroke()
  }
  rounded(context, 10, -12.5, 3.4, 25, 1, '#f2c14e')
  circle(context, 19, 0, 2.2, '#ff5a4d')
  context.restore()
}
