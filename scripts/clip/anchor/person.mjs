import { along, mix, since, smooth, wave } from '../stage.mjs'
import TALK from './talk.json' with { type: 'json' }

const SKIN = '#f0c4a0'
const SKIN_DARK = '#d99f7c'
const HAIR = '#33202a'
const HAIR_LIGHT = '#543443'
const BLAZER = '#e4694c'
const BLAZER_DARK = '#c4503a'
const TOP = '#f6ead8'
const NECK = { x: 328, y: 196 }
const SHOULDER = 84
const ARM = 70

function fill(context, color, draw) {
  context.fillStyle = color
  context.beginPath()
  draw()
  context.fill()
}

function stroke(context, color, width, draw) {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  draw()
  context.stroke()
}

/** How far the mouth is open, 0 to 1: syllables within the phrases. */
function mouthAt(seconds) {
  const phrase = TALK.phrases.find(([from, until]) => seconds >= from && seconds < until)
  if (!phrase) return { open: 0, wide: 0.4 }
  const [from, until] = phrase
  const edge = smooth(from, from + 0.15, seconds) * smooth(until, until - 0.2, seconds)
  const syllable = Math.abs(wave(seconds, 84)) * (0.62 + 0.38 * wave(seconds, 31, 0.7))
  return { open: edge * Math.max(0.06, syllable), wide: 0.5 + 0.5 * wave(seconds, 47, 1.2) }
}

function eyesAt(seconds) {
  const age = Math.min(...TALK.blinks.map((at) => since(at, seconds)))
  return age < 0.24 ? Math.abs(age - 0.12) / 0.12 : 1
}

function nodAt(seconds) {
  const age = Math.min(...TALK.nods.map((at) => since(at, seconds)))
  return age < 0.8 ? Math.sin((Math.PI * age) / 0.8) : 0
}

/** Pose of the anchor: breath, head, face and hands. */
export function personAt(seconds) {
  const [turn, gaze] = along(TALK.looks, seconds)
  const breath = 0.5 + 0.5 * wave(seconds, 6)
  const mouth = mouthAt(seconds)
  const hand = ([x, y, openness, angle]) => ({ x, y, openness, angle })
  return {
    breath,
    turn: turn + 0.06 * wave(seconds, 5, 1),
    gaze,
    tilt: 0.035 * wave(seconds, 3, 0.4) + 0.05 * turn,
    nod: 3.4 * nodAt(seconds) + 1.1 * wave(seconds, 7, 2) + mouth.open * 0.8,
    eyes: eyesAt(seconds),
    brows: Math.max(0, wave(seconds, 9, 0.5)) * 1.8 * (mouth.open > 0 ? 1 : 0.3),
    mouth,
    sway: wave(seconds, 4, 0.8),
    left: hand(along(TALK.leftHand, seconds)),
    right: hand(along(TALK.rightHand, seconds)),
  }
}

function drawHairBack(context, pose) {
  const sway = pose.sway * 1.2 - pose.turn * 5
  fill(context, '#28171f', () => {
    context.moveTo(-45, -16)
    context.bezierCurveTo(-54, 16, -52, 44, -44 + sway, 62)
    context.quadraticCurveTo(-28 + sway, 70, -14, 62)
    context.lineTo(14, 62)
    context.quadraticCurveTo(28 + sway, 70, 44 + sway, 62)
    context.bezierCurveTo(52, 44, 54, 16, 45, -16)
    context.bezierCurveTo(45, -66, -45, -66, -45, -16)
  })
}

function drawFaceShape(context) {
  fill(context, SKIN, () => {
    context.moveTo(-33, -12)
    context.bezierCurveTo(-34, 14, -25, 33, -9, 41)
    context.quadraticCurveTo(0, 45, 9, 41)
    context.bezierCurveTo(25, 33, 34, 14, 33, -12)
    context.bezierCurveTo(33, -48, -33, -48, -33, -12)
  })
  context.save()
  context.clip()
  const light = context.createLinearGradient(-34, 0, 34, 0)
  light.addColorStop(0, 'rgb(255 214 240 / .2)')
  light.addColorStop(0.45, 'rgb(255 240 220 / 0)')
  light.addColorStop(1, 'rgb(150 70 60 / .26)')
  context.fillStyle = light
  context.fillRect(-40, -60, 80, 110)
  context.restore()
}

function drawEye(context, x, pose) {
  const open = pose.eyes
  context.save()
  context.translate(x, 4)
  if (open > 0.15) {
    context.beginPath()
    context.ellipse(0, 0.4, 6.6, 5.1 * open, 0, 0, 7)
    context.fillStyle = '#fffaf4'
    context.fill()
    context.save()
    context.clip()
    fill(context, '#5b3524', () => context.arc(pose.gaze * 2.4, 0.2, 4.1, 0, 7))
    fill(context, '#1d100c', () => context.arc(pose.gaze * 2.4, 0.2, 2.2, 0, 7))
    fill(context, 'rgb(120 50 50 / .28)', () => context.ellipse(0, -4.4 * open, 7, 2.2, 0, 0, 7))
    context.restore()
    fill(context, '#ffffff', () => context.arc(pose.gaze * 2.4 + 1.4, -1.4, 1.1, 0, 7))
  }
  stroke(context, '#2a161b', 2, () => {
    const lid = -4.6 * open + 1.4 * (1 - open)
    context.moveTo(-7.2, 1)
    context.quadraticCurveTo(-1, lid * 1.75, 6.6, 0.2)
    context.lineTo(x > 0 ? 8.8 : 7, x > 0 ? -1.6 : 0.4)
    if (x < 0) {
      context.moveTo(-7.2, 1)
      context.lineTo(-8.8, -1.2)
    }
  })
  context.restore()
}

function drawMouth(context, { open, wide }) {
  const halfWidth = 9.4 + 2.2 * wide - 2 * open
  const drop = 9.5 * open
  if (open < 0.1) {
    stroke(context, '#b5544f', 2.3, () => {
      context.moveTo(-halfWidth, 26)
      context.quadraticCurveTo(0, 31.4, halfWidth, 26)
    })
    return
  }
  const lips = new Path2D()
  lips.moveTo(-halfWidth, 26)
  lips.quadraticCurveTo(0, 24.6, halfWidth, 26)
  lips.quadraticCurveTo(halfWidth * 0.8, 28 + drop, 0, 28 + drop)
  lips.quadraticCurveTo(-halfWidth * 0.8, 28 + drop, -halfWidth, 26)
  lips.closePath()
  context.save()
  context.clip(lips)
  fill(context, '#7a2430', () => context.rect(-12, 22, 24, 20))
  fill(context, '#fffaf2', () => context.rect(-9, 23, 18, 4.6))
  fill(context, '#d8707a', () => context.ellipse(0, 30.4 + drop, 6, 3.6, 0, 0, 7))
  context.restore()
  context.strokeStyle = '#c4605a'
  context.lineWidth = 1.7
  context.stroke(lips)
}

function drawFace(context, pose) {
  const shift = pose.turn * 7
  context.save()
  context.translate(shift, 0)
  for (const side of [-1, 1]) {
    fill(context, 'rgb(232 112 96 / .2)', () => context.ellipse(side * 19.5, 17, 7.4, 4.6, 0, 0, 7))
    drawEye(context, side * 13.8, pose)
    stroke(context, HAIR, 2.6, () => {
      const y = -7.4 - pose.brows
      context.moveTo(side * 7.6, y + 0.6)
      context.quadraticCurveTo(side * 14, y - 3.6, side * 21, y + 1.4)
    })
  }
  stroke(context, SKIN_DARK, 1.9, () => {
    context.moveTo(1.2 + shift * 0.4, 9)
    context.quadraticCurveTo(3.6 + shift * 0.5, 15, 3 + shift * 0.4, 17)
    context.quadraticCurveTo(0.4 + shift * 0.4, 19, -2.6 + shift * 0.3, 17.4)
  })
  drawMouth(context, pose.mouth)
  context.restore()
}

function drawFringe(context, pose) {
  const lean = pose.turn * 3
  fill(context, HAIR, () => {
    context.moveTo(-34, 22)
    context.bezierCurveTo(-37, 8, -35, -4, -30 + lean, -13)
    context.bezierCurveTo(-14 + lean, -10, 6 + lean, -15, 16 + lean, -27)
    context.bezierCurveTo(20 + lean, -17, 28, -10, 32, -6)
    context.bezierCurveTo(34, 4, 35, 12, 34, 22)
    context.bezierCurveTo(50, 6, 50, -26, 38, -43)
    context.bezierCurveTo(24, -62, -24, -62, -38, -43)
    context.bezierCurveTo(-50, -26, -50, 6, -34, 22)
  })
  stroke(context, HAIR_LIGHT, 2.2, () => {
    context.moveTo(-28, -40)
    context.quadraticCurveTo(-4, -30 + pose.sway, 14 + lean, -34)
    context.moveTo(-36, -26)
    context.quadraticCurveTo(-30, -38, -16, -46)
  })
}

function drawHeadphones(context) {
  stroke(context, '#23283c', 6.5, () => context.arc(0, -6, 44.5, Math.PI * 1.03, Math.PI * 1.97))
  stroke(context, '#4b5478', 1.6, () => context.arc(0, -6, 46.5, Math.PI * 1.1, Math.PI * 1.6))
  for (const side of [-1, 1]) {
    fill(context, '#1b2033', () => context.roundRect(side * 42 - 8, -12, 16, 34, 7))
    fill(context, '#39415f', () => context.roundRect(side * 44.5 - 5, -8, 10, 26, 5))
    fill(context, '#f2c14e', () => context.roundRect(side * 45.5 - 1.6, -1, 3.2, 12, 1.6))
  }
}

function drawHead(context, pose) {
  context.save()
  context.translate(NECK.x + pose.turn * 6, NECK.y - 60 + pose.nod - pose.breath * 0.9)
  context.translate(0, 46)
  context.rotate(pose.tilt)
  context.translate(0, -46)
  drawHairBack(context, pose)
  context.restore()
  return () => {
    context.save()
    context.translate(NECK.x + pose.turn * 6, NECK.y - 60 + pose.nod - pose.breath * 0.9)
    context.translate(0, 46)
    context.rotate(pose.tilt)
    context.translate(0, -46)
    drawFaceShape(context)
    drawFace(context, pose)
    drawFringe(context, pose)
    drawHeadphones(context)
    context.restore()
  }
}

function drawNeck(context, pose) {
  const rise = -pose.breath
  fill(context, SKIN_DARK, () => {
    context.moveTo(-14 + pose.turn * 4, -34)
    context.lineTo(14 + pose.turn * 4, -34)
    context.quadraticCurveTo(14, -6, 26, 2 + rise)
    context.lineTo(0, 40)
    context.lineTo(-26, 2 + rise)
    context.quadraticCurveTo(-14, -6, -14 + pose.turn * 4, -34)
  })
  fill(context, SKIN, () => {
    context.moveTo(-14 + pose.turn * 3, -10)
    context.quadraticCurveTo(0, -2, 14 + pose.turn * 3, -10)
    context.quadraticCurveTo(16, -3, 26, 2 + rise)
    context.lineTo(0, 40)
    context.lineTo(-26, 2 + rise)
    context.quadraticCurveTo(-16, -3, -14 + pose.turn * 3, -10)
  })
}

function drawTorso(context, pose) {
  const rise = -1.8 * pose.breath
  const wide = 1.2 * pose.breath
  fill(context, BLAZER, () => {
    context.moveTo(-25, -8 + rise)
    context.bezierCurveTo(-40, 2 + rise, -66, 2 + rise, -SHOULDER - wide + 4, 14 + rise)
    context.bezierCurveTo(-98, 24, -92, 70, -88, 112)
    context.lineTo(88, 112)
    context.bezierCurveTo(92, 70, 98, 24, SHOULDER + wide - 4, 14 + rise)
    context.bezierCurveTo(66, 2 + rise, 40, 2 + rise, 25, -8 + rise)
    context.quadraticCurveTo(0, 16, -25, -8 + rise)
  })
  fill(context, TOP, () => {
    context.moveTo(-23, -2 + rise)
    context.quadraticCurveTo(0, 30, 23, -2 + rise)
    context.lineTo(14, 112)
    context.lineTo(-14, 112)
  })
  drawNeckline(context, pose, rise)
  for (const side of [-1, 1]) {
    fill(context, BLAZER_DARK, () => {
      context.moveTo(side * 24, -9 + rise)
      context.lineTo(side * 38, 8 + rise)
      context.lineTo(side * 33, 24 + rise)
      context.lineTo(side * 39, 30 + rise)
      context.lineTo(side * 11, 104)
      context.lineTo(side * 16, 60)
    })
  }
  const shade = context.createLinearGradient(20, 0, 100, 0)
  shade.addColorStop(0, 'rgb(90 20 50 / 0)')
  shade.addColorStop(1, 'rgb(90 20 50 / .34)')
  fill(context, shade, () => {
    context.moveTo(40, 0)
    context.bezierCurveTo(66, 2 + rise, 84, 8, 90, 24)
    context.bezierCurveTo(94, 60, 92, 80, 88, 112)
    context.lineTo(30, 112)
  })
}

function drawNeckline(context, pose, rise) {
  context.save()
  context.beginPath()
  context.moveTo(-30, -40)
  context.lineTo(-23, -2 + rise)
  context.quadraticCurveTo(0, 30, 23, -2 + rise)
  context.lineTo(30, -40)
  context.clip()
  drawNeck(context, pose)
  context.restore()
  stroke(context, '#f2c14e', 1.2, () => {
    context.moveTo(-17, 2 + rise)
    context.quadraticCurveTo(0, 22, 17, 2 + rise)
  })
  fill(context, '#f2c14e', () => context.arc(0, 13.5 + rise * 0.6, 2, 0, 7))
}

/** Fingers of a hand whose wrist is at the origin and which points up. `side` -1 is her right hand. */
function drawHand(context, { openness }, side) {
  const fingers = [
    [-6.6, -0.42, 11],
    [-2.4, -0.13, 13.4],
    [2, 0.12, 12.8],
    [6, 0.4, 10.4],
  ]
  context.lineCap = 'round'
  stroke(context, SKIN_DARK, 5.6, () => {
    context.moveTo(side * -4, -4)
    context.lineTo(side * (-11 - 3 * openness), -9 - 4 * openness)
  })
  stroke(context, SKIN, 4.8, () => {
    context.moveTo(side * -4, -4)
    context.lineTo(side * (-11 - 3 * openness), -9 - 4 * openness)
  })
  for (const [x, spread, length] of fingers) {
    const reach = length * mix(0.72, 1, openness)
    const angle = spread * mix(0.25, 1, openness)
    const tip = [x * 1.05 + Math.sin(angle) * reach, -14 - Math.cos(angle) * reach]
    stroke(context, SKIN_DARK, 5.6, () => {
      context.moveTo(x, -12)
      context.lineTo(...tip)
    })
    stroke(context, SKIN, 4.7, () => {
      context.moveTo(x, -12)
      context.lineTo(...tip)
    })
  }
  fill(context, SKIN, () => context.roundRect(-9.6, -17, 19.2, 18.5, 7))
}

/** The outline of a limb that narrows from one radius to the other. */
function taper(context, from, to, fromRadius, toRadius) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const lean = Math.acos(Math.min(1, (fromRadius - toRadius) / Math.hypot(to.x - from.x, to.y - from.y)))
  context.arc(from.x, from.y, fromRadius, angle + lean, angle - lean + 2 * Math.PI)
  context.arc(to.x, to.y, toRadius, angle - lean, angle + lean)
}

/** The elbow between shoulder and hand: outwards and down, not below the desk. */
function elbowOf(from, hand, side) {
  const dx = hand.x - from.x
  const dy = hand.y - from.y
  const length = Math.hypot(dx, dy)
  const out = Math.sqrt(Math.max(0, ARM * ARM - (length / 2) ** 2))
  const down = Math.max(0.2, (-side * dx) / length)
  return {
    x: from.x + dx / 2 + side * Math.max(0.25, Math.abs(dy) / length) * out,
    y: Math.min(290, Math.max(from.y + 46, from.y + dy / 2 + down * out)),
  }
}

/** An arm from shoulder to hand. `side` -1 is the one on the left of the picture. */
function drawArm(context, hand, side, pose) {
  const from = { x: NECK.x + side * (SHOULDER - 12), y: NECK.y + 28 - pose.breath * 1.6 }
  const elbow = elbowOf(from, hand, side)
  const wrist = { x: mix(elbow.x, hand.x, 0.9), y: mix(elbow.y, hand.y, 0.9) }
  const cuff = { x: mix(elbow.x, wrist.x, 0.84), y: mix(elbow.y, wrist.y, 0.84) }
  const sleeve = side < 0 ? BLAZER : '#d65f46'
  context.save()
  fill(context, 'rgb(96 20 44 / .3)', () =>
    taper(context, { x: from.x - side * 5, y: from.y + 8 }, { x: elbow.x - side * 5, y: elbow.y }, 15, 15),
  )
  fill(context, sleeve, () => taper(context, from, elbow, 16.5, 15))
  fill(context, BLAZER_DARK, () =>
    taper(context, { x: elbow.x, y: elbow.y + 1 }, { x: cuff.x, y: cuff.y + 1.4 }, 15.2, 11.6),
  )
  fill(context, sleeve, () => taper(context, elbow, cuff, 15, 11))
  context.translate(wrist.x, wrist.y)
  const forearm = Math.atan2(wrist.y - elbow.y, wrist.x - elbow.x) + Math.PI / 2
  context.rotate(mix(forearm, hand.angle, hand.openness * 0.7))
  fill(context, TOP, () => context.roundRect(-9.4, -1, 18.8, 9, 2))
  context.translate(0, -1)
  drawHand(context, hand, side)
  context.restore()
}

/** Head and body behind the desk. */
export function drawBody(context, pose) {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const drawFront = drawHead(context, pose)
  context.save()
  context.translate(NECK.x, NECK.y)
  drawNeck(context, pose)
  drawTorso(context, pose)
  context.restore()
  drawFront()
}

/** Both arms, which lie on the desk or gesture above it. */
export function drawArms(context, pose) {
  drawArm(context, pose.right, 1, pose)
  drawArm(context, pose.left, -1, pose)
}
