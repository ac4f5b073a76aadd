import { LOOP_SECONDS, along, mix, since } from '../stage.mjs'
import DATA from './battle.json' with { type: 'json' }
import { onLane } from './map.mjs'

export const { kills, score, towers } = DATA
const { heroes, spells, waves } = DATA
const LAST_STEP = 0.1

/** Where spells of one kind end, in seconds after their start. */
const LENGTHS = { bolt: 0.5, arrow: 0.32, slash: 0.36, nova: 1.1, beam: 0.6, vortex: 1.9, shield: 1.6, heal: 1.3 }

function linear(keyframes, seconds) {
  let index = keyframes.findLastIndex(([at]) => at <= seconds)
  if (index < 0) index = keyframes.length - 1
  const [at, from] = keyframes[index]
  const [next, to] = keyframes[(index + 1) % keyframes.length]
  return mix(from, to, since(at, seconds) / (since(at, next) || LOOP_SECONDS))
}

function placeOf(hero, seconds) {
  const [x, y] = along(hero.path, ((seconds % LOOP_SECONDS) + LOOP_SECONDS) % LOOP_SECONDS)
  return { x, y }
}

/** Where something is that can cast or be hit: a hero, or the top of a tower. */
export function targetAt(id, seconds) {
  const tower = towers.find((tower) => tower.id === id)
  if (tower) return { x: tower.x, y: tower.y - 54 }
  const { x, y } = placeOf(
    heroes.find((hero) => hero.id === id),
    seconds,
  )
  return { x, y: y - 15 }
}

/** Spells in progress with their share, 0 to 1. */
export function spellsAt(seconds) {
  return spells.flatMap((spell) => {
    const share = since(spell.at, seconds) / LENGTHS[spell.kind]
    return share < 1 ? [{ ...spell, share }] : []
  })
}

/** Seconds since the last death of a hero while he is out, or null. */
function outFor(hero, health, seconds) {
  if (health > 0.001) return null
  const kill = kills.find((kill) => kill.of === hero.id)
  return since(kill.at, seconds)
}

/** The side that a hero faces: his target while he casts, else his way, else the enemy. */
function sideOf(hero, here, seconds, vx) {
  const cast = spells.find((spell) => spell.from === hero.id && spell.to && since(spell.at - 0.3, seconds) < 0.9)
  if (cast) return targetAt(cast.to, seconds).x >= here.x ? 1 : -1
  if (Math.abs(vx) > 7) return vx > 0 ? 1 : -1
  return hero.team === 'blue' ? 1 : -1
}

/** All heroes with place, pace, health and weapon. Fallen ones vanish within a second. */
export function heroesAt(seconds) {
  return heroes.map((hero) => {
    const here = placeOf(hero, seconds)
    const before = placeOf(hero, seconds - LAST_STEP)
    const vx = (here.x - before.x) / LAST_STEP
    const speed = Math.hypot(vx, (here.y - before.y) / LAST_STEP)
    const health = linear(hero.health, seconds)
    const out = outFor(hero, health, seconds)
    const cast = spells.find((spell) => spell.from === hero.id && since(spell.at - 0.2, seconds) < 0.6)
    const reach = cast ? Math.sin((Math.PI * since(cast.at - 0.2, seconds)) / 0.6) : 0
    return {
      ...hero,
      ...here,
      speed,
      health,
      reach,
      side: sideOf(hero, here, seconds, vx),
      phase: seconds * Math.PI * 4,
      fallen: out === null ? 0 : Math.min(1, out / 0.9),
    }
  })
}

/** Where the waves meet, in units along the lane: it moves with the fight. */
function frontAt(seconds) {
  return linear(
    [
      [0, 4],
      [8, 14],
      [13, 44],
      [18, 4],
      [21, -34],
    ],
    seconds,
  )
}

/** All minions of the waves under way. */
export function minionsAt(seconds) {
  const count = LOOP_SECONDS / waves.everySeconds
  return Array.from({ length: count }, (_, order) => since(order * waves.everySeconds - 2, seconds))
    .flatMap((age) =>
      ['blue', 'red'].flatMap((team) =>
        waves.deaths[team].map((death, index) => {
          const direction = team === 'blue' ? 1 : -1
          const isRanged = index > 1
          const goal = frontAt(seconds) - direction * (9 + (isRanged ? 26 : 0))
          const walked = direction * (-370 + waves.speed * age - index * 15)
          const hasArrived = direction * (goal - walked) <= 0
          const place = onLane(hasArrived ? goal : walked, (index % 2 ? 9 : -8) + (isRanged ? 3 : 0))
          const isFighting = hasArrived && age < death
          return {
            ...place,
            team,
            isRanged,
            phase: hasArrived ? 0 : seconds * Math.PI * 5 + index,
            strike: isFighting ? Math.max(0, Math.sin((seconds + index * 0.37) * Math.PI * 2)) : 0,
            isFighting,
            health: Math.min(1, Math.max(0.08, (death - age) / 4.4)),
            fallen: Math.max(0, (age - death) / 0.5),
            order: index,
          }
        }),
      ),
    )
    .filter((minion) => minion.fallen < 1)
}
