import { project } from './camera.mjs'

const KITS = {
  home: { shirt: '#e8553f', dark: '#c5412f', shorts: '#f6f2ee', socks: '#e8553f' },
  away: { shirt: '#f2f5f7', dark: '#ccd5dc', shorts: '#17457a', socks: '#f2f5f7' },
  keeper: { shirt: '#f2bd31', dark: '#cf9a17', shorts: '#15181c', socks: '#f2bd31' },
  referee: { shirt: '#1b1f24', dark: '#0f1215', shorts: '#1b1f24', socks: '#1b1f24' },
}
const SKINS = ['#d9a57f', '#c08a63', '#8f6246', '#e0b48f']
const HAIRS = ['#20170f', '#3a2716', '#16110c', '#6b4a25']
/** Figures are taller than life, so that they read on a phone. */
const METRES_TALL = 2.75
const UNITS_TALL = 60

function number(id) {
  return Number(id.replaceAll(/\D/g, '') || 0)
}

function limb(context, points, width, color) {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.stroke()
}

/** One leg from the hip: thigh in skin, shin in the sock, a dark boot. */
function drawLeg(context, swing, lift, kit, skin, side, depth) {
  const knee = [side * 2.6 + swing * 4.6, -10.5 + lift * -2]
  const foot = [side * 2.8 + swing * 9 - lift * swing * 2, -1.2 - lift * 6.5 + depth]
  limb(context, [[side * 2.4, -20], knee], 4.6, skin)
  limb(context, [knee, foot], 4.3, kit.socks)
  limb(
    context,
    [
      [foot[0] - 0.6, foot[1] + 0.6],
      [foot[0] + 1.6 + swing, foot[1] + 0.8],
    ],
    3,
    '#14171a',
  )
}

function drawArm(context, side, swing, kit, skin) {
  const elbow = [side * 8.6 + swing * 2.4, -35.5]
  const hand = [side * 8.2 + swing * 6.4, -29.5 - Math.abs(swing) * 2.6]
  limb(context, [[side * 6.2, -44], elbow], 4.6, kit.shirt)
  limb(context, [elbow, hand], 3.6, skin)
}

function drawShadow(context) {
  for (const [dx, alpha] of [
    [11, 0.34],
    [-9, 0.14],
  ]) {
    context.fillStyle = `rgb(4 22 12 / ${alpha})`
    context.beginPath()
    context.ellipse(dx, 0.6, 16, 3.4, 0, 0, 7)
    context.fill()
  }
}

/** One player in flat shapes, light from the top left, legs and arms by his stride. */
export function drawFigure(context, player, seconds) {
  const at = project(player.x, player.z, seconds)
  const size = (METRES_TALL * at.scale) / UNITS_TALL
  const kit = KITS[player.team]
  const skin = SKINS[number(player.id) % SKINS.length]
  const pace = Math.min(1, player.speed / 2.4)
  const heading = player.speed > 0.01 ? player.vx / Math.max(player.speed, 0.5) : 0
  const swing = Math.sin(player.phase) * (0.16 + 0.84 * pace)
  const lift = [Math.max(0, Math.cos(player.phase)) * pace, Math.max(0, -Math.cos(player.phase)) * pace]
  const bob = Math.abs(Math.cos(player.phase)) * 1.5 * pace
  context.save()
  context.translate(at.x, at.y)
  context.scale(size, size)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  drawShadow(context)
  context.translate(0, -bob)
  drawLeg(context, swing * heading, lift[0], kit, skin, -1, -0.6)
  drawLeg(context, -swing * heading, lift[1], kit, skin, 1, 0.6)
  context.translate(heading * pace * 1.4, 0)
  drawArm(context, 1, swing * (0.4 + Math.abs(heading)), kit, skin)
  context.fillStyle = kit.shorts
  context.beginPath()
  context.roundRect(-7.4, -30, 14.8, 12, [2, 2, 3.4, 3.4])
  context.fill()
  context.fillStyle = kit.shirt
  context.beginPath()
  context.roundRect(-8, -48, 16, 20.4, [6, 6, 2, 2])
  context.fill()
  context.fillStyle = kit.dark
  context.beginPath()
  context.roundRect(2.6, -47.4, 5.4, 19.8, [0, 5, 2, 0])
  context.fill()
  drawArm(context, -1, -swing * (0.4 + Math.abs(heading)), kit, skin)
  drawHead(context, heading, skin, HAIRS[number(player.id) % HAIRS.length])
  context.restore()
}

function drawHead(context, heading, skin, hair) {
  context.fillStyle = skin
  context.fillRect(-2, -51, 4, 4)
  context.beginPath()
  context.arc(heading * 1.3, -54.4, 6, 0, 7)
  context.fill()
  context.fillStyle = hair
  context.beginPath()
  context.arc(heading * 0.5, -55.6, 6.2, Math.PI * 0.96, Math.PI * 2.04)
  context.fill()
}

/** The ball with its shadow on the grass. */
export function drawBall(context, ball, seconds) {
  const ground = project(ball.x, ball.z, seconds)
  const air = project(ball.x, ball.z, seconds, ball.height)
  const radius = Math.max(2.1, 0.27 * ground.scale)
  context.fillStyle = `rgb(4 22 12 / ${0.4 / (1 + ball.height * 0.25)})`
  context.beginPath()
  context.ellipse(ground.x + radius * 0.6 + ball.height, ground.y, radius * 1.25, radius * 0.45, 0, 0, 7)
  context.fill()
  const y = air.y - radius * 0.9
  context.fillStyle = '#fbfdfb'
  context.beginPath()
  context.arc(air.x, y, radius, 0, 7)
  context.fill()
  context.fillStyle = 'rgb(40 60 50 / .32)'
  context.beginPath()
  context.arc(air.x + radius * 0.35, y + radius * 0.35, radius * 0.55, 0, 7)
  context.fill()
}
