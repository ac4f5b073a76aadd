import { HEIGHT, WIDTH, since } from '../stage.mjs'
import { kills, towers } from './battle.mjs'
import { drawMinimapGround } from './map.mjs'
import { drawPortrait, TEAM } from './units.mjs'

const PANEL = 'rgb(8 14 22 / .86)'
const FEED_SECONDS = 4.6

function panel(context, x, y, width, height, radius) {
  context.fillStyle = PANEL
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
  context.strokeStyle = 'rgb(150 190 210 / .28)'
  context.lineWidth = 0.8
  context.stroke()
}

/** Two crossed swords around `x`, `y`. */
function drawSwords(context, x, y, size, color) {
  context.strokeStyle = color
  context.lineWidth = size * 0.2
  context.lineCap = 'round'
  context.beginPath()
  for (const side of [-1, 1]) {
    context.moveTo(x - side * size * 0.8, y + size * 0.8)
    context.lineTo(x + side * size * 0.8, y - size * 0.8)
    context.moveTo(x - side * size * 0.9, y + size * 0.15)
    context.lineTo(x - side * size * 0.2, y + size * 0.85)
  }
  context.stroke()
}

function drawTeams(context, heroes) {
  for (const team of ['blue', 'red']) {
    for (const [order, hero] of heroes.filter((hero) => hero.team === team).entries()) {
      const x = team === 'blue' ? 22 : WIDTH - 22
      const y = 92 + order * 40
      drawPortrait(context, hero, x, y, 13.5)
      context.fillStyle = 'rgb(6 10 14 / .85)'
      context.fillRect(x - 13, y + 15.6, 26, 4)
      context.fillStyle = TEAM[team]
      context.fillRect(x - 12.5, y + 16.1, 25 * hero.health, 3)
    }
  }
}

function drawFeed(context, heroes, seconds) {
  for (const kill of kills) {
    const age = since(kill.at, seconds)
    if (age > FEED_SECONDS) continue
    const shown = Math.min(1, age * 5, (FEED_SECONDS - age) * 3)
    const by = heroes.find(({ id }) => id === kill.by)
    const of = heroes.find(({ id }) => id === kill.of)
    context.save()
    context.globalAlpha = shown
    context.translate((1 - shown) * 30, 0)
    const x = WIDTH - 152
    panel(context, x, 52, 104, 30, 15)
    context.strokeStyle = TEAM[by.team]
    context.lineWidth = 1.6
    context.stroke()
    drawPortrait(context, by, x + 16, 67, 12)
    drawSwords(context, x + 52, 67, 7, '#f4f7f8')
    drawPortrait(context, { ...of, health: 0 }, x + 88, 67, 12)
    context.restore()
  }
}

/** The part of the arena in the picture, on the minimap of `size`. */
function onMinimap(x, y, size) {
  return { x: size * (0.24 + 0.52 * (x / WIDTH)), y: size * (0.36 + 0.28 * (y / HEIGHT)) }
}

function drawMinimap(context, heroes, minions) {
  const size = 84
  const left = 8
  const top = HEIGHT - size - 12
  panel(context, left - 3, top - 3, size + 6, size + 6, 6)
  drawMinimapGround(context, left, top, size)
  const dot = (unit, radius, color) => {
    const { x, y } = onMinimap(unit.x, unit.y, size)
    context.fillStyle = color
    context.beginPath()
    context.arc(left + x, top + y, radius, 0, 7)
    context.fill()
  }
  for (const minion of minions) dot(minion, 1, TEAM[minion.team])
  for (const tower of towers) {
    const { x, y } = onMinimap(tower.x, tower.y, size)
    context.fillStyle = TEAM[tower.team]
    context.fillRect(left + x - 2, top + y - 2, 4, 4)
  }
  for (const hero of heroes) {
    if (hero.fallen > 0) continue
    dot(hero, 3.1, '#0a1016')
    dot(hero, 2.4, TEAM[hero.team])
  }
  const from = onMinimap(0, 0, size)
  const to = onMinimap(WIDTH, HEIGHT, size)
  context.strokeStyle = 'rgb(255 255 255 / .85)'
  context.lineWidth = 0.9
  context.strokeRect(left + from.x, top + from.y, to.x - from.x, to.y - from.y)
}

/** Abilities of the watched hero: the second of the loop at which each is used, and how long it recovers. */
const ABILITIES = [
  { at: 1.5, recovers: 5, color: '#a68bff' },
  { at: 6.7, recovers: 9, color: '#7c5cff' },
  { at: 13, recovers: 6, color: '#5fc7ff' },
  { at: 21.6, recovers: 8, color: '#8dffb0' },
]

function drawGlyph(context, order, x, y, color) {
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = 1.8
  context.lineCap = 'round'
  context.beginPath()
  if (order === 0) {
    context.moveTo(x - 5, y + 5)
    context.lineTo(x + 5, y - 5)
    context.moveTo(x, y - 5)
    context.lineTo(x + 5, y - 5)
    context.lineTo(x + 5, y)
  } else if (order === 1) {
    for (let ray = 0; ray < 6; ray += 1) {
      const angle = (ray * Math.PI) / 3
      context.moveTo(x + 2 * Math.cos(angle), y + 2 * Math.sin(angle))
      context.lineTo(x + 6.4 * Math.cos(angle), y + 6.4 * Math.sin(angle))
    }
  } else if (order === 2) {
    context.arc(x, y, 5, 0.6, 5.2)
    context.moveTo(x + 2.4, y)
    context.arc(x, y, 2.2, 0, 6.3)
  } else {
    context.moveTo(x - 5, y)
    context.lineTo(x + 5, y)
    context.moveTo(x, y - 5)
    context.lineTo(x, y + 5)
  }
  context.stroke()
}

function drawAbilities(context, heroes, seconds) {
  const hero = heroes[0]
  const width = 176
  const x = (WIDTH - width) / 2
  const y = HEIGHT - 44
  panel(context, x, y, width, 32, 6)
  drawPortrait(context, hero, x + 4, y + 14, 18)
  for (const [order, { at, recovers, color }] of ABILITIES.entries()) {
    const left = x + 30 + order * 24
    const rest = 1 - Math.min(1, since(at, seconds) / recovers)
    context.fillStyle = '#182633'
    context.beginPath()
    context.roundRect(left, y + 5, 21, 21, 4)
    context.fill()
    drawGlyph(context, order, left + 10.5, y + 15.5, color)
    if (rest > 0) {
      context.save()
      context.clip()
      context.fillStyle = 'rgb(6 10 16 / .74)'
      context.beginPath()
      context.moveTo(left + 10.5, y + 15.5)
      context.arc(left + 10.5, y + 15.5, 18, -Math.PI / 2, -Math.PI / 2 - 2 * Math.PI * rest, true)
      context.fill()
      context.restore()
    }
    context.strokeStyle = rest > 0 ? '#2f4252' : color
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(left, y + 5, 21, 21, 4)
    context.stroke()
  }
  for (const [order, share, color] of [
    [0, hero.health, '#4fd08a'],
    [1, 0.55 + 0.3 * Math.cos((2 * Math.PI * seconds) / 12), '#4d9df0'],
  ]) {
    context.fillStyle = '#0a1118'
    context.fillRect(x + 128, y + 8 + order * 9, 42, 6)
    context.fillStyle = color
    context.fillRect(x + 128, y + 8 + order * 9, 42 * share, 6)
    context.fillStyle = 'rgb(255 255 255 / .25)'
    context.fillRect(x + 128, y + 8 + order * 9, 42 * share, 1.6)
  }
}

/** What a caster of the game shows over the arena. */
export function drawHud(context, frame, heroes, minions, seconds) {
  drawTeams(context, heroes)
  drawFeed(context, heroes, seconds)
  drawMinimap(context, heroes, minions)
  drawAbilities(context, heroes, seconds)
}
