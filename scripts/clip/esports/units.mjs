import { wave } from '../stage.mjs'

export const TEAM = { blue: '#3fa9f5', red: '#ff5a4d' }
const CLOTH = {
  mage: { body: '#3b2b82', trim: '#c9b8ff', hood: true },
  guard: { body: '#33607f', trim: '#dfe9ef', hood: false },
  ranger: { body: '#1f6a4c', trim: '#d9c48a', hood: true },
  blade: { body: '#6d2f22', trim: '#f0d2a8', hood: false },
  witch: { body: '#5d1d4c', trim: '#ffb8e2', hood: true },
  lancer: { body: '#6b4d17', trim: '#ffe7a6', hood: false },
}
const SKIN = '#e3b58f'

function ellipse(context, x, y, radiusX, radiusY, color) {
  context.fillStyle = color
  context.beginPath()
  context.ellipse(x, y, radiusX, radiusY, 0, 0, 7)
  context.fill()
}

/** `points`: x and y in turn. */
function line(context, points, width, color) {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at], points[at + 1])
  context.stroke()
}

function shape(context, points, color) {
  context.fillStyle = color
  context.beginPath()
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at], points[at + 1])
  context.fill()
}

const WEAPONS = {
  mage(context, color, reach) {
    line(context, [8, 2, 9 + reach * 3, -22 - reach * 2], 1.8, '#8a6a45')
    ellipse(context, 9 + reach * 3, -24 - reach * 2, 5, 5, `${color}55`)
    ellipse(context, 9 + reach * 3, -24 - reach * 2, 2.9, 2.9, '#e9e0ff')
  },
  witch(context, color, reach) {
    ellipse(context, 11 + reach * 5, -15 - reach * 3, 6.2, 6.2, `${color}55`)
    ellipse(context, 11 + reach * 5, -15 - reach * 3, 3.5, 3.5, '#ffd5ee')
    line(context, [5, -12, 9 + reach * 4, -12 - reach], 2.2, SKIN)
  },
  guard(context, color, reach) {
    line(context, [-7, -10, -9 + reach * 20, -24 + reach * 10], 2, '#6d563c')
    context.save()
    context.translate(-9 + reach * 20, -24 + reach * 10)
    shape(context, [-5, -3, 5, -3, 5, 3, -5, 3], '#c9d3d8')
    context.restore()
    shape(context, [4, -16, 13, -16, 13, -7, 8.5, -2, 4, -7], color)
    shape(context, [6, -14, 11, -14, 11, -8, 8.5, -5, 6, -8], '#e4eef4')
  },
  ranger(context, color, reach) {
    context.strokeStyle = '#a57a45'
    context.lineWidth = 1.9
    context.beginPath()
    context.arc(5, -11, 10, -1.15, 1.15)
    context.stroke()
    line(context, [9, -20, 9 - 4 * reach, -11, 9, -2], 0.7, '#eef7ee')
    line(context, [2, -11, 9 - 3 * reach, -11], 2, SKIN)
  },
  blade(context, color, reach) {
    const angle = -1.2 + reach * 2.1
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    line(context, [6, -10, 6 + 4 * x, -10 + 4 * y], 2.6, '#4b2c1c')
    line(context, [6 + 4 * x, -10 + 4 * y, 6 + 22 * x, -10 + 22 * y], 3.2, '#dfe6ea')
    line(context, [6 + 4 * x, -10 + 4 * y, 6 + 20 * x, -10 + 20 * y], 1, color)
  },
  lancer(context, color, reach) {
    line(context, [-9 + reach * 9, -8, 22 + reach * 9, -14], 1.7, '#8a6a45')
    shape(context, [20 + reach * 9, -16.5, 29 + reach * 9, -15.5, 20.5 + reach * 9, -11.2], '#e9eef0')
    line(context, [18 + reach * 9, -16, 18.6 + reach * 9, -10.6], 2, color)
  },
}

/** A standing or running hero in units of his own; `reach` 0 to 1 moves his weapon. */
function drawBody(context, hero, seconds) {
  const cloth = CLOTH[hero.look]
  const step = Math.sin(hero.phase) * Math.min(1, hero.speed / 30)
  const breath = 0.4 * wave(seconds, 10, hero.x)
  context.translate(0, -Math.abs(Math.cos(hero.phase)) * 1.4 * Math.min(1, hero.speed / 30))
  const sway = -Math.min(5, hero.speed / 12) + wave(seconds, 14, hero.y) * 0.9
  context.fillStyle = hero.color
  context.beginPath()
  context.moveTo(-5, -17)
  context.quadraticCurveTo(-10 + sway, -8, -9 + sway * 1.7, 1)
  context.quadraticCurveTo(-4 + sway, 2.6, 1, 0)
  context.lineTo(4, -17)
  context.fill()
  line(context, [-2.2, -6, -2.6 + step * 3.6, 1], 3.6, '#20242b')
  line(context, [2.4, -6, 2.6 - step * 3.6, 1], 3.6, '#2c323b')
  shape(context, [-5.4, -17 + breath, 5.4, -17 + breath, 4.6, -4, -4.6, -4], cloth.body)
  shape(context, [1.4, -17 + breath, 5.4, -17 + breath, 4.6, -4, 1.8, -4], 'rgb(8 8 20 / .28)')
  line(context, [-4.4, -6.4, 4.4, -6.4], 1.5, cloth.trim)
  ellipse(context, -5.6, -16 + breath, 3.1, 2.7, hero.color)
  ellipse(context, 5.6, -16 + breath, 3.1, 2.7, hero.color)
  ellipse(context, 0.8, -21.6 + breath, 4.1, 4.4, SKIN)
  context.fillStyle = cloth.hood ? cloth.body : '#2b1d16'
  context.beginPath()
  if (cloth.hood) {
    context.moveTo(4.6, -24 + breath)
    context.quadraticCurveTo(1, -30 + breath, -4.4, -24.6 + breath)
    context.quadraticCurveTo(-6, -19 + breath, -3.6, -16.6 + breath)
    context.quadraticCurveTo(-1.6, -21 + breath, 0.6, -23.6 + breath)
  } else {
    context.ellipse(0.2, -23 + breath, 4.7, 4.2, 0, Math.PI * 0.9, Math.PI * 2.02)
  }
  context.fill()
  if (!cloth.hood) line(context, [-4, -22.6 + breath, 4.6, -22.6 + breath], 1.3, cloth.trim)
  WEAPONS[hero.look](context, hero.color, hero.reach)
}

function drawHealth(context, x, y, width, share, color) {
  context.fillStyle = 'rgb(6 10 14 / .85)'
  context.beginPath()
  context.roundRect(x - width / 2 - 1, y - 1, width + 2, 5.4, 1.6)
  context.fill()
  context.fillStyle = color
  context.fillRect(x - width / 2, y, width * share, 3.4)
  context.fillStyle = 'rgb(255 255 255 / .3)'
  context.fillRect(x - width / 2, y, width * share, 1.1)
  context.fillStyle = 'rgb(6 10 14 / .7)'
  for (let mark = 1; mark < 5; mark += 1) context.fillRect(x - width / 2 + (width * mark) / 5, y, 0.6, 2)
}

/** A hero with ring, shadow and health; falls when he dies (`fallen` 0 to 1). */
export function drawHero(context, hero, seconds) {
  context.save()
  context.translate(hero.x, hero.y)
  context.globalAlpha = 1 - hero.fallen
  context.lineCap = 'round'
  context.lineJoin = 'round'
  ellipse(context, 2, 2.4, 13, 5, 'rgb(3 12 14 / .5)')
  context.strokeStyle = TEAM[hero.team]
  context.lineWidth = 1.5
  context.beginPath()
  context.ellipse(0, 1.6, 13.5, 6.2, 0, 0, 7)
  context.stroke()
  context.save()
  context.scale(1.22 * hero.side, 1.22 * (1 - 0.55 * hero.fallen))
  drawBody(context, hero, seconds)
  context.restore()
  if (hero.fallen === 0) drawHealth(context, 0, -43, 30, hero.health, TEAM[hero.team])
  context.restore()
}

/** A minion of a wave; `fallen` 0 to 1 lets it vanish. */
export function drawMinion(context, minion) {
  const color = TEAM[minion.team]
  const hop = Math.abs(Math.sin(minion.phase)) * 1.6
  context.save()
  context.translate(minion.x, minion.y)
  context.globalAlpha = 1 - minion.fallen
  context.lineCap = 'round'
  ellipse(context, 1, 1, 6.4, 2.6, 'rgb(3 12 14 / .45)')
  context.translate(0, -hop)
  context.scale(minion.team === 'blue' ? 1 : -1, 1)
  line(context, [-1.8, -3, -2, 0.4 + hop * 0.5], 2.2, '#20262c')
  line(context, [1.8, -3, 2.2, 0.4 + hop * 0.5], 2.2, '#20262c')
  context.fillStyle = minion.isRanged ? '#4d4258' : '#4b525a'
  context.beginPath()
  context.roundRect(-4, -10, 8, 8.4, 3)
  context.fill()
  context.fillStyle = color
  context.beginPath()
  context.arc(0, -11.4, 3.7, Math.PI, 0)
  context.fill()
  ellipse(context, 0.8, -10.8, 2.7, 2.1, '#1a1e24')
  ellipse(context, 1.9, -10.8, 0.9, 0.9, '#fff3c4')
  if (minion.isRanged) line(context, [4.6, -1, 5.4, -12.6], 1.3, '#b48b5c')
  else line(context, [4.4, -5, 8.6 + minion.strike * 2.4, -9.6 + minion.strike * 4], 1.6, '#dce3e6')
  context.restore()
  if (minion.fallen > 0) return
  context.fillStyle = 'rgb(6 10 14 / .8)'
  context.fillRect(minion.x - 6, minion.y - 19, 12, 2.4)
  context.fillStyle = color
  context.fillRect(minion.x - 5.6, minion.y - 18.6, 11.2 * minion.health, 1.6)
}

/** A tower with its floating crystal. */
export function drawTower(context, { x, y, team }, seconds) {
  const color = TEAM[team]
  const rise = wave(seconds, 6, x) * 1.6
  ellipse(context, x + 4, y + 5, 26, 10, 'rgb(3 12 14 / .5)')
  ellipse(context, x, y + 2, 22, 9, '#4a5054')
  ellipse(context, x, y, 20, 7.6, '#6a7276')
  shape(context, [x - 13, y, x - 9, y - 36, x + 9, y - 36, x + 13, y], '#7b858a')
  shape(context, [x + 2, y, x + 1, y - 36, x + 9, y - 36, x + 13, y], '#596267')
  ellipse(context, x, y, 13, 4.6, '#6a7276')
  shape(context, [x - 3.6, y - 6, x - 2.6, y - 22, x + 2.6, y - 22, x + 3.6, y - 6], '#2c3236')
  shape(context, [x - 1.8, y - 7, x - 1.3, y - 20, x + 1.3, y - 20, x + 1.8, y - 7], color)
  shape(context, [x - 13, y - 35, x - 11, y - 42, x + 11, y - 42, x + 13, y - 35], '#8d979c')
  ellipse(context, x, y - 42, 11, 3.6, '#525b60')
  const glow = context.createRadialGradient(x, y - 54 + rise, 1, x, y - 54 + rise, 24)
  glow.addColorStop(0, `${color}cc`)
  glow.addColorStop(1, `${color}00`)
  context.fillStyle = glow
  context.fillRect(x - 24, y - 78 + rise, 48, 48)
  shape(context, [x, y - 66 + rise, x + 6, y - 55 + rise, x, y - 43 + rise, x - 6, y - 55 + rise], color)
  shape(context, [x, y - 66 + rise, x, y - 43 + rise, x - 6, y - 55 + rise], 'rgb(255 255 255 / .45)')
  drawHealth(context, x, y - 76, 36, team === 'blue' ? 0.78 : 0.64, color)
}

/** The portrait of a hero in a circle. */
export function drawPortrait(context, hero, x, y, radius) {
  context.save()
  context.beginPath()
  context.arc(x, y, radius, 0, 7)
  context.fillStyle = '#10202a'
  context.fill()
  context.save()
  context.clip()
  const light = context.createLinearGradient(x, y - radius, x, y + radius)
  light.addColorStop(0, `${hero.color}88`)
  light.addColorStop(1, '#0b141b')
  context.fillStyle = light
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  context.translate(x, y + radius * 2.15)
  context.scale((radius / 8.6) * (hero.team === 'blue' ? 1 : -1), radius / 8.6)
  context.lineCap = 'round'
  drawBody(context, { ...hero, phase: 0, speed: 0, reach: 0, x: 0, y: 0 }, 0)
  context.restore()
  if (hero.health === 0) {
    context.fillStyle = 'rgb(10 14 18 / .72)'
    context.fill()
  }
  context.strokeStyle = hero.health === 0 ? '#5b646a' : TEAM[hero.team]
  context.lineWidth = 1.6
  context.beginPath()
  context.arc(x, y, radius, 0, 7)
  context.stroke()
  context.restore()
}
