import { FPS, HEIGHT, WIDTH } from '../stage.mjs'
import { heroesAt, kills, minionsAt, spellsAt, targetAt, towers } from './battle.mjs'
import { drawDeath, drawShots, drawSpells } from './effects.mjs'
import { drawHud } from './hud.mjs'
import { drawMap } from './map.mjs'
import { drawHero, drawMinion, drawTower } from './units.mjs'

const GROUND_SPELLS = new Set(['nova', 'vortex'])

function drawEdges(context) {
  const dark = context.createRadialGradient(WIDTH / 2, HEIGHT / 2, 150, WIDTH / 2, HEIGHT / 2, 400)
  dark.addColorStop(0, 'rgb(4 10 18 / 0)')
  dark.addColorStop(1, 'rgb(4 10 18 / .62)')
  context.fillStyle = dark
  context.fillRect(0, 0, WIDTH, HEIGHT)
}

/** A fight in an arena seen from above, with the display of its caster. */
export function drawEsports(context, frame) {
  const seconds = frame / FPS
  const heroes = heroesAt(seconds)
  const minions = minionsAt(seconds)
  const spells = spellsAt(seconds)
  drawMap(context, seconds)
  drawSpells(
    context,
    spells.filter((spell) => GROUND_SPELLS.has(spell.kind)),
    seconds,
  )
  const things = [
    ...towers.map((tower) => ({ y: tower.y, draw: () => drawTower(context, tower, seconds) })),
    ...minions.map((minion) => ({ y: minion.y, draw: () => drawMinion(context, minion) })),
    ...heroes
      .filter((hero) => hero.fallen < 1)
      .map((hero) => ({ y: hero.y, draw: () => drawHero(context, hero, seconds) })),
  ]
  for (const thing of things.sort((one, other) => one.y - other.y)) thing.draw()
  drawShots(context, minions, seconds)
  drawSpells(
    context,
    spells.filter((spell) => !GROUND_SPELLS.has(spell.kind)),
    seconds,
  )
  for (const kill of kills) {
    const place = targetAt(kill.of, kill.at)
    drawDeath(context, kill, { x: place.x, y: place.y + 15 }, seconds)
  }
  drawEdges(context)
  drawHud(context, frame, heroes, minions, seconds)
}
