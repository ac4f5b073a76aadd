import { HEIGHT, WIDTH, seeded, wave } from '../stage.mjs'

/** The middle lane: its centre, its direction (unit vector) and its half length in drawing units. */
export const LANE = { x: 320, y: 180, dx: 0.915, dy: -0.404, half: 400 }

/** A point of the lane: `along` from its centre towards the red base, `aside` to its lower side. */
export function onLane(along, aside = 0) {
  return { x: LANE.x + along * LANE.dx - aside * LANE.dy, y: LANE.y + along * LANE.dy + aside * LANE.dx }
}

/** The river: points of its middle line, from the upper left to the lower right. */
const RIVER = [
  [96, -40],
  [150, 50],
  [236, 118],
  [320, 180],
  [408, 236],
  [492, 306],
  [540, 400],
]
const SIDE_LANES = [
  [
    [-40, 128],
    [40, 96],
    [70, 40],
    [76, -40],
  ],
  [
    [560, 400],
    [568, 322],
    [604, 268],
    [690, 236],
  ],
]
/** Groups of trees: centre, half width, half height, number. */
const WOODS = [
  [28, 178, 44, 30, 20],
  [210, 36, 46, 26, 20],
  [330, 40, 74, 30, 34],
  [446, 46, 40, 26, 20],
  [620, 120, 36, 44, 22],
  [566, 190, 44, 26, 20],
  [452, 172, 26, 12, 9],
  [196, 178, 26, 14, 10],
  [104, 168, 30, 20, 14],
  [196, 316, 60, 26, 28],
  [318, 312, 56, 34, 30],
  [402, 318, 34, 26, 18],
  [30, 300, 30, 18, 12],
  [622, 336, 30, 20, 12],
  [606, 28, 34, 16, 12],
]
const ROCKS = [
  [262, 76],
  [284, 252],
  [372, 92],
  [452, 226],
  [246, 268],
  [526, 244],
  [150, 122],
]
const CRYSTALS = [
  { x: 276, y: 84, color: '#6fe7ff' },
  { x: 440, y: 234, color: '#6fe7ff' },
  { x: 330, y: 268, color: '#ffd37a' },
  { x: 232, y: 74, color: '#b79bff' },
  { x: 520, y: 232, color: '#b79bff' },
  { x: 388, y: 86, color: '#ffd37a' },
]

function curve(context, points) {
  context.beginPath()
  context.moveTo(...points[0])
  for (let index = 1; index < points.length - 1; index += 1) {
    const [x, y] = points[index]
    const [nextX, nextY] = points[index + 1]
    const isLast = index === points.length - 2
    context.quadraticCurveTo(x, y, isLast ? nextX : (x + nextX) / 2, isLast ? nextY : (y + nextY) / 2)
  }
}

function strokeCurve(context, points, width, color) {
  curve(context, points)
  context.lineWidth = width
  context.strokeStyle = color
  context.stroke()
}

function drawSoil(context) {
  const soil = context.createLinearGradient(0, HEIGHT, WIDTH, 0)
  soil.addColorStop(0, '#1d4a4b')
  soil.addColorStop(0.5, '#2c5540')
  soil.addColorStop(1, '#4a4a35')
  context.fillStyle = soil
  context.fillRect(0, 0, WIDTH, HEIGHT)
  const next = seeded(7)
  for (let patch = 0; patch < 190; patch += 1) {
    const x = next() * WIDTH
    const y = next() * HEIGHT
    const radius = 10 + next() * 38
    const isLight = next() < 0.45
    const glow = context.createRadialGradient(x, y, 0, x, y, radius)
    glow.addColorStop(0, isLight ? 'rgb(130 178 96 / .13)' : 'rgb(6 26 30 / .2)')
    glow.addColorStop(1, isLight ? 'rgb(130 178 96 / 0)' : 'rgb(6 26 30 / 0)')
    context.fillStyle = glow
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
  for (let tuft = 0; tuft < 420; tuft += 1) {
    const x = next() * WIDTH
    const y = next() * HEIGHT
    context.strokeStyle = next() < 0.5 ? 'rgb(154 196 112 / .3)' : 'rgb(10 32 30 / .35)'
    context.lineWidth = 0.9
    context.beginPath()
    context.moveTo(x - 1.6, y - 2.4)
    context.lineTo(x, y)
    context.lineTo(x + 1.7, y - 2.8)
    context.stroke()
  }
}

function drawRiver(context) {
  strokeCurve(context, RIVER, 78, 'rgb(20 30 26 / .5)')
  strokeCurve(context, RIVER, 70, '#8a8460')
  strokeCurve(context, RIVER, 62, '#1f6f7d')
  strokeCurve(context, RIVER, 50, '#258797')
  strokeCurve(context, RIVER, 28, '#2f9dab')
}

/** Paving of a lane: an edge, a ground and stones along it. */
function drawLane(context, points, width, seed) {
  strokeCurve(context, points, width + 7, 'rgb(16 22 20 / .45)')
  strokeCurve(context, points, width + 3, '#5d5a4a')
  strokeCurve(context, points, width, '#8f8566')
  strokeCurve(context, points, width * 0.6, '#9c9272')
  const next = seeded(seed)
  for (let index = 0; index < points.length - 1; index += 1) {
    const [fromX, fromY] = points[index]
    const [toX, toY] = points[index + 1]
    const length = Math.hypot(toX - fromX, toY - fromY)
    for (let stone = 0; stone < length / 3.4; stone += 1) {
      const share = next()
      const aside = (next() - 0.5) * width * 0.9
      const x = fromX + (toX - fromX) * share - ((toY - fromY) / length) * aside
      const y = fromY + (toY - fromY) * share + ((toX - fromX) / length) * aside
      context.fillStyle = next() < 0.5 ? 'rgb(182 172 136 / .5)' : 'rgb(92 88 68 / .42)'
      context.beginPath()
      context.ellipse(x, y, 2 + next() * 2.6, 1.2 + next() * 1.3, next(), 0, 7)
      context.fill()
    }
  }
}

function drawTree(context, x, y, radius, tone) {
  context.fillStyle = 'rgb(4 16 18 / .42)'
  context.beginPath()
  context.ellipse(x + radius * 0.35, y + radius * 0.45, radius * 1.05, radius * 0.8, 0, 0, 7)
  context.fill()
  const layers = [
    ['#12392f', 1, 0, 0],
    [tone[0], 0.86, -0.1, -0.16],
    [tone[1], 0.58, -0.2, -0.3],
    [tone[2], 0.28, -0.3, -0.42],
  ]
  for (const [color, size, shiftX, shiftY] of layers) {
    context.fillStyle = color
    context.beginPath()
    context.arc(x + shiftX * radius, y - radius * 0.35 + shiftY * radius, radius * size, 0, 7)
    context.fill()
  }
}

const TONES = [
  ['#1b5641', '#2a7350', '#4a9564'],
  ['#1a4e4c', '#256a62', '#3f8c7b'],
  ['#3a5a31', '#557a3c', '#7f9f52'],
]

function drawWoods(context) {
  const next = seeded(19)
  const trees = WOODS.flatMap(([x, y, halfWidth, halfHeight, count]) =>
    Array.from({ length: count }, () => {
      const angle = next() * 6.3
      const reach = Math.sqrt(next())
      return {
        x: x + Math.cos(angle) * reach * halfWidth,
        y: y + Math.sin(angle) * reach * halfHeight,
        radius: 7 + next() * 5.5,
        tone: TONES[x > 380 && next() < 0.6 ? 2 : next() < 0.5 ? 0 : 1],
      }
    }),
  )
  for (const tree of trees.sort((one, other) => one.y - other.y))
    drawTree(context, tree.x, tree.y, tree.radius, tree.tone)
}

function drawRocks(context) {
  for (const [x, y] of ROCKS) {
    context.fillStyle = 'rgb(4 16 18 / .4)'
    context.beginPath()
    context.ellipse(x + 2, y + 3, 11, 5, 0, 0, 7)
    context.fill()
    for (const [shift, size, color] of [
      [-4, 7, '#5c6463'],
      [3, 8.5, '#717a77'],
      [2, 5, '#8d9690'],
    ]) {
      context.fillStyle = color
      context.beginPath()
      context.moveTo(x + shift - size, y + 2)
      context.lineTo(x + shift - size * 0.6, y - size * 0.7)
      context.lineTo(x + shift + size * 0.3, y - size)
      context.lineTo(x + shift + size * 0.9, y - size * 0.2)
      context.lineTo(x + shift + size * 0.7, y + 3)
      context.fill()
    }
  }
}

let ground = null

function groundPicture() {
  if (ground) return ground
  ground = new OffscreenCanvas(WIDTH * 2, HEIGHT * 2)
  const context = ground.getContext('2d')
  context.scale(2, 2)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  drawSoil(context)
  drawRiver(context)
  for (const [index, lane] of SIDE_LANES.entries()) drawLane(context, lane, 34, 30 + index)
  const ends = [onLane(-LANE.half), onLane(-130), onLane(130), onLane(LANE.half)]
  drawLane(
    context,
    ends.map(({ x, y }) => [x, y]),
    46,
    5,
  )
  drawRocks(context)
  drawWoods(context)
  return ground
}

function drawGlints(context, seconds) {
  const next = seeded(61)
  context.lineCap = 'round'
  for (let index = 0; index < 46; index += 1) {
    const share = next() * (RIVER.length - 1.001)
    const [fromX, fromY] = RIVER[Math.floor(share)]
    const [toX, toY] = RIVER[Math.floor(share) + 1]
    const part = share % 1
    const aside = (next() - 0.5) * 46
    const x = fromX + (toX - fromX) * part + aside
    const y = fromY + (toY - fromY) * part - aside * 0.4
    const turns = 3 + Math.floor(next() * 4)
    const phase = next() * 6.3
    const glow = Math.max(0, wave(seconds, turns, phase))
    const away = onLane(0)
    const onFord = Math.abs((x - away.x) * -LANE.dy + (y - away.y) * LANE.dx) < 27
    if (glow < 0.05 || onFord) continue
    context.strokeStyle = `rgb(190 244 246 / ${0.42 * glow})`
    context.lineWidth = 1.2
    context.beginPath()
    context.moveTo(x - 5 - glow * 3, y)
    context.lineTo(x + 5 + glow * 3, y + 1.5)
    context.stroke()
  }
}

function drawCrystals(context, seconds) {
  for (const [index, { x, y, color }] of CRYSTALS.entries()) {
    const glow = 0.5 + 0.35 * wave(seconds, 8, index * 1.3)
    const light = context.createRadialGradient(x, y, 1, x, y, 20)
    light.addColorStop(0, color)
    light.addColorStop(1, `${color}00`)
    context.globalAlpha = 0.5 * glow
    context.fillStyle = light
    context.fillRect(x - 20, y - 20, 40, 40)
    context.globalAlpha = 1
    for (const [shift, height] of [
      [-4, 8],
      [4, 9],
      [0, 14],
    ]) {
      context.fillStyle = color
      context.beginPath()
      context.moveTo(x + shift, y + 3 - height)
      context.lineTo(x + shift + 2.8, y + 1)
      context.lineTo(x + shift, y + 4)
      context.lineTo(x + shift - 2.8, y + 1)
      context.fill()
      context.fillStyle = 'rgb(255 255 255 / .45)'
      context.beginPath()
      context.moveTo(x + shift, y + 3 - height)
      context.lineTo(x + shift - 2.8, y + 1)
      context.lineTo(x + shift - 0.4, y + 2)
      context.fill()
    }
  }
}

/** The arena from above: ground, river, lanes, woods and what glows in them. */
export function drawMap(context, seconds) {
  context.drawImage(groundPicture(), 0, 0, WIDTH, HEIGHT)
  drawGlints(context, seconds)
  drawCrystals(context, seconds)
}

/** The map in a square of `size` at `x`, `y`, with a rectangle for the part in the picture. */
export function drawMinimapGround(context, x, y, size) {
  context.save()
  context.beginPath()
  context.roundRect(x, y, size, size, 4)
  context.clip()
  context.fillStyle = '#173a36'
  context.fillRect(x, y, size, size)
  context.lineCap = 'round'
  context.strokeStyle = '#2a8796'
  context.lineWidth = size * 0.09
  context.beginPath()
  context.moveTo(x + size * 0.08, y + size * 0.08)
  context.bezierCurveTo(
    x + size * 0.4,
    y + size * 0.3,
    x + size * 0.6,
    y + size * 0.7,
    x + size * 0.92,
    y + size * 0.92,
  )
  context.stroke()
  context.strokeStyle = '#b0a47e'
  context.lineWidth = size * 0.05
  const inset = size * 0.1
  context.strokeRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset)
  context.beginPath()
  context.moveTo(x + inset, y + size - inset)
  context.lineTo(x + size - inset, y + inset)
  context.stroke()
  for (const [color, cornerX, cornerY] of [
    ['#3fa9f5', x + inset, y + size - inset],
    ['#ff5a4d', x + size - inset, y + inset],
  ]) {
    context.fillStyle = color
    context.globalAlpha = 0.4
    context.beginPath()
    context.arc(cornerX, cornerY, size * 0.17, 0, 7)
    context.fill()
    context.globalAlpha = 1
  }
  context.restore()
}
