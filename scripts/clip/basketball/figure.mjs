import { drawDigits } from '../marks.mjs'
import { mix } from '../stage.mjs'
import { project } from './camera.mjs'
import { onCourt, strideOf } from './play.mjs'

const KITS = {
  h: { shirt: '#0f7f86', trim: '#f2c14e', shorts: '#0b646b', shoe: '#f2c14e', number: '#f6f1e4' },
  a: { shirt: '#f4efe4', trim: '#d1495b', shorts: '#e6dfd0', shoe: '#d1495b', number: '#d1495b' },
}
const SKINS = ['#8d5a3b', '#c68a5f', '#6e4329', '#a9724b', '#dba67c']
const HAIRS = [
  { color: '#17110d', cut: 'short' },
  { color: '#1c1410', cut: 'band' },
  { color: '#120d0a', cut: 'high' },
  { color: '#3b2517', cut: 'bun' },
  { color: '#17110d', cut: 'bald' },
]
/** Lengths in metres of a player of 2 m. */
const HIP = 0.99
const THIGH = 0.5
const ARM = 0.32
const SHOULDER = 0.19

/** The colour `hex` towards black by `share`. */
export function shade(hex, share) {
  const value = Number.parseInt(hex.slice(1), 16)
  const parts = [value >> 16, (value >> 8) & 255, value & 255].map((part) => Math.round(part * (1 - share)))
  return `rgb(${parts.join(' ')})`
}

/** The joint between two ends of limbs of equal length, bent towards `bend`. */
function jointBetween(from, to, length, bend) {
  const middle = from.map((value, axis) => (value + to[axis]) / 2)
  const half = Math.hypot(...from.map((value, axis) => to[axis] - value)) / 2
  const out = Math.sqrt(Math.max(0, length * length - half * half))
  const size = Math.hypot(...bend)
  return middle.map((value, axis) => value + (bend[axis] / size) * out)
}

/** `to`, or the farthest point towards it that two limbs of `length` reach. */
function reachable(from, to, length) {
  const distance = Math.hypot(...from.map((value, axis) => to[axis] - value))
  const share = Math.min(1, (2 * length * 0.995) / distance)
  return from.map((value, axis) => mix(value, to[axis], share))
}

function legOf(player, side, hip, stride, crouch) {
  const phase = player.phase + (side > 0 ? 0 : Math.PI)
  const lift = Math.min(0.34, 0.03 + 0.075 * player.speed)
  const wanted = [
    stride * Math.cos(phase) - (player.jump > 0 ? 0.14 * side : 0),
    side * (0.11 + 0.13 * crouch),
    0.08 + lift * Math.max(0, -Math.sin(phase)) + player.jump,
  ]
  const foot = reachable(hip, wanted, THIGH)
  const knee = jointBetween(hip, foot, THIGH, [1, side * 0.12, 0.1])
  const toe = [foot[0] + 0.2, foot[1] + side * 0.03, Math.max(0.03, foot[2] - 0.05)]
  return { hip, knee, foot, toe }
}

function handOf(player, side, shoulder, hipUp) {
  const { kind, share, spot } = player.arms
  const phase = player.phase + (side > 0 ? 0 : Math.PI)
  const pace = Math.min(1, player.speed / 4)
  const swing = -Math.cos(phase) * (0.08 + 0.3 * pace)
  const loose = [
    swing + 0.08 + 0.1 * pace,
    side * 0.27,
    hipUp + 0.02 + 0.16 * pace + 0.1 * pace * Math.cos(phase + Math.PI),
  ]
  if (kind === 'guard') {
    const wide = [0.34, side * 0.62, hipUp + 0.34 + 0.05 * Math.sin(player.phase * 1.5 + side)]
    return reachable(
      shoulder,
      loose.map((value, axis) => mix(value, wide[axis], share)),
      ARM,
    )
  }
  if (kind === 'dribble' && side < 0) return reachable(shoulder, [0.3, -0.3, hipUp + 0.16], ARM)
  const up = kind === 'dribble' ? Math.max(0.86, spot[2] + 0.1) : spot[2]
  const wanted = [spot[0] - 0.02, spot[1] + (kind === 'dribble' ? 0 : side * 0.11), up]
  return reachable(
    shoulder,
    loose.map((value, axis) => mix(value, wanted[axis], share)),
    ARM,
  )
}

/** All joints in the player's own axes: forward, right, up (metres). */
function skeletonOf(player) {
  const guards = player.arms.kind === 'guard' ? player.arms.share : player.arms.kind === 'dribble' ? 0.5 : 0.1
  const crouch = player.jump > 0 ? 0 : guards
  const stride = player.jump > 0 ? 0 : strideOf(player.speed) * Math.min(1, player.speed / 0.5)
  const bob = 0.04 * Math.cos(2 * player.phase) * Math.min(1, player.speed / 3)
  const hipUp = HIP - 0.14 * crouch - 0.16 * stride + bob + player.jump
  const lean = 0.03 + 0.035 * Math.min(5, player.speed) + 0.12 * crouch - (player.jump > 0 ? 0.08 : 0)
  const twist = 0.1 * Math.cos(player.phase) * Math.min(1, player.speed / 3)
  const sides = [1, -1].map((side) => {
    const hip = [0, side * 0.1, hipUp]
    const shoulder = [lean - side * twist, side * SHOULDER, hipUp + 0.55]
    const hand = handOf(player, side, shoulder, hipUp)
    const elbow = jointBetween(shoulder, hand, ARM, [-0.7, side * 0.5, -0.6])
    return { side, ...legOf(player, side, hip, stride, crouch), shoulder, elbow, hand }
  })
  return { sides, hipUp, lean, neck: [lean + 0.02, 0, hipUp + 0.6], head: [lean + 0.06, 0, hipUp + 0.8] }
}

function limb(context, points, width, color) {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  context.stroke()
}

function between(from, to, share) {
  return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) }
}

function drawLeg(context, leg, kit, skin, size, dark) {
  limb(context, [leg.knee, leg.foot], 0.115 * size, shade(skin, dark))
  limb(context, [between(leg.knee, leg.foot, 0.6), leg.foot], 0.12 * size, shade('#f7f5ef', dark))
  limb(context, [leg.hip, leg.knee], 0.16 * size, shade(skin, dark))
  limb(context, [leg.foot, leg.toe], 0.115 * size, shade(kit.shoe, dark))
  limb(context, [leg.hip, between(leg.hip, leg.knee, 0.82)], 0.235 * size, shade(kit.shorts, dark))
}

function drawArm(context, arm, kit, skin, size, dark) {
  limb(context, [arm.shoulder, arm.elbow], 0.105 * size, shade(skin, dark))
  limb(context, [arm.elbow, arm.hand], 0.088 * size, shade(skin, dark + 0.03))
  limb(context, [arm.hand, arm.hand], 0.12 * size, shade(skin, dark))
}

function drawTorso(context, body, kit, size, player) {
  const [right, left] = body.sides
  const corners = [right.shoulder, left.shoulder, left.hip, right.hip]
  context.fillStyle = kit.shirt
  context.strokeStyle = kit.shirt
  context.lineWidth = 0.2 * size
  context.beginPath()
  for (const { x, y } of corners) context.lineTo(x, y)
  context.closePath()
  context.stroke()
  context.fill()
  const waist = { x: (left.hip.x + right.hip.x) / 2, y: (left.hip.y + right.hip.y) / 2 }
  const chest = { x: (left.shoulder.x + right.shoulder.x) / 2, y: (left.shoulder.y + right.shoulder.y) / 2 }
  limb(context, [right.hip, left.hip], 0.25 * size, kit.shorts)
  const facing = -Math.sin(player.heading)
  if (Math.abs(facing) > 0.35) {
    const width = Math.abs(facing) * 0.62
    context.save()
    context.translate(mix(chest.x, waist.x, 0.45), mix(chest.y, waist.y, 0.32))
    context.scale(width, 1)
    const height = 0.24 * size
    drawDigits(context, player.id[1], -height * 0.3, -height * 0.4, height, kit.number, 2)
    context.restore()
  }
}

function drawHead(context, body, player, skin, hair, size) {
  const radius = 0.125 * size
  const { head, neck } = body
  const turn = Math.cos(player.heading)
  const facing = -Math.sin(player.heading)
  limb(context, [neck, head], 0.1 * size, shade(skin, 0.14))
  context.fillStyle = skin
  context.beginPath()
  context.ellipse(head.x, head.y, radius * 0.92, radius * 1.08, turn * 0.1, 0, 7)
  context.fill()
  if (hair.cut === 'bald') return
  context.fillStyle = hair.color
  context.beginPath()
  const back = facing < -0.2 ? 1 : 0
  const start = Math.PI * (1.02 - 0.12 * Math.max(0, turn)) - 0.35 * Math.max(0, turn) - back * 0.6
  const end = Math.PI * (1.98 + 0.12 * Math.max(0, -turn)) + 0.35 * Math.max(0, -turn) + back * 0.6
  context.ellipse(head.x - turn * radius * 0.1, head.y - radius * 0.1, radius * 1, radius * 1.1, 0, start, end)
  context.fill()
  if (hair.cut === 'high') {
    context.beginPath()
    context.roundRect(
      head.x - radius * 0.86 - turn * radius * 0.1,
      head.y - radius * 1.32,
      radius * 1.72,
      radius * 0.8,
      radius * 0.35,
    )
    context.fill()
  }
  if (hair.cut === 'bun') {
    context.beginPath()
    context.arc(head.x - turn * radius * 0.95, head.y - radius * 0.85, radius * 0.45, 0, 7)
    context.fill()
  }
  if (hair.cut === 'band')
    limb(
      context,
      [
        { x: head.x - radius * 0.85, y: head.y - radius * 0.35 },
        { x: head.x + radius * 0.85, y: head.y - radius * 0.35 },
      ],
      radius * 0.34,
      '#f6f1e4',
    )
}

/** One player, or with `mirror` his reflection in the floor. */
export function drawFigure(context, player, seconds, mirror = false) {
  const kit = KITS[player.id[0]]
  const order = Number(player.id[1]) - 1
  const skin = SKINS[(order + (player.id[0] === 'a' ? 2 : 0)) % SKINS.length]
  const hair = HAIRS[(order * 2 + (player.id[0] === 'a' ? 1 : 0)) % HAIRS.length]
  const size = project(player.x, player.z, seconds).scale
  const skeleton = skeletonOf(player)
  const place = (joint) => {
    const point = onCourt(player, joint)
    return { ...project(point.x, point.z, seconds, mirror ? -point.up : point.up), depth: point.z }
  }
  const sides = skeleton.sides.map((side) => {
    const placed = Object.entries(side).map(([name, joint]) => [name, Array.isArray(joint) ? place(joint) : joint])
    return Object.fromEntries(placed)
  })
  const body = { sides, neck: place(skeleton.neck), head: place(skeleton.head) }
  const parts = sides.flatMap((side) => {
    const away = side.hip.depth > player.z
    const dark = away ? 0.16 : 0
    const armDepth = (side.shoulder.depth + side.elbow.depth + 2 * side.hand.depth) / 4
    return [
      { depth: side.hip.depth + 0.01, draw: () => drawLeg(context, side, kit, skin, size, dark) },
      { depth: armDepth - 0.01, draw: () => drawArm(context, side, kit, skin, size, dark * 0.7) },
    ]
  })
  parts.push({ depth: player.z, draw: () => drawTorso(context, body, kit, size, player) })
  parts.push({ depth: player.z - 0.005, draw: () => drawHead(context, body, player, skin, hair, size) })
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  if (mirror) context.globalAlpha = 0.13
  for (const part of parts.sort((one, other) => other.depth - one.depth)) part.draw()
  context.restore()
}

/** Soft shadows under a player: one per row of lamps. */
export function drawShadow(context, player, seconds) {
  const { x, y, scale } = project(player.x, player.z, seconds)
  const spread = 1 + player.jump
  for (const [shift, alpha] of [
    [0.16, 0.3],
    [-0.2, 0.16],
  ]) {
    context.fillStyle = `rgb(52 22 8 / ${alpha / spread})`
    context.beginPath()
    context.ellipse(x + shift * scale, y, 0.42 * scale * spread, 0.12 * scale * spread, 0, 0, 7)
    context.fill()
  }
}

/** The ball with its shadow; `turn` rotates its seams. */
export function drawBall(context, ball, seconds) {
  const ground = project(ball.x, ball.z, seconds)
  const air = project(ball.x, ball.z, seconds, ball.up)
  const radius = 0.135 * ground.scale
  context.fillStyle = `rgb(52 22 8 / ${0.34 / (1 + ball.up * 0.5)})`
  context.beginPath()
  context.ellipse(ground.x, ground.y, radius * (1 + ball.up * 0.1), radius * 0.34, 0, 0, 7)
  context.fill()
  const light = context.createRadialGradient(
    air.x - radius * 0.4,
    air.y - radius * 0.5,
    radius * 0.1,
    air.x,
    air.y,
    radius,
  )
  light.addColorStop(0, '#f6a45a')
  light.addColorStop(0.55, '#e0762c')
  light.addColorStop(1, '#9c4413')
  context.fillStyle = light
  context.beginPath()
  context.arc(air.x, air.y, radius, 0, 7)
  context.fill()
  context.save()
  context.clip()
  context.translate(air.x, air.y)
  context.rotate((ball.x + ball.z) * 2.2)
  context.strokeStyle = 'rgb(50 18 4 / .75)'
  context.lineWidth = radius * 0.14
  context.beginPath()
  context.moveTo(-radius, 0)
  context.lineTo(radius, 0)
  context.moveTo(0, -radius)
  context.lineTo(0, radius)
  context.stroke()
  context.restore()
}
