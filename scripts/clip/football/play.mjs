import { LOOP_SECONDS, wave } from '../stage.mjs'

/**
 * Positions of all players at any time of the loop. Paths are sums of whole periods, so they close. base x, z in
 * metres; wander: [amplitude x, turns, phase, amplitude z, turns, phase].
 */
const PLAYERS = [
  { id: 'h2', team: 'home', x: 30, z: 57, wander: [3.2, 2, 0.2, 2.2, 1, 1.1] },
  { id: 'h4', team: 'home', x: 26, z: 36, wander: [2.5, 1, 1.8, 2.8, 2, 0.4] },
  { id: 'h5', team: 'home', x: 33, z: 17, wander: [3.6, 2, 2.6, 2.5, 1, 2.1] },
  { id: 'h6', team: 'home', x: 45, z: 45, wander: [4.2, 2, 4.1, 3.2, 2, 5.2] },
  { id: 'h8', team: 'home', x: 52, z: 25, wander: [4.8, 2, 0.9, 3.4, 2, 3.3] },
  { id: 'h7', team: 'home', x: 60, z: 58, wander: [5.5, 2, 2.2, 2.4, 2, 0.6] },
  { id: 'h10', team: 'home', x: 62, z: 38, wander: [5.2, 2, 5.3, 4.2, 2, 1.5] },
  { id: 'h9', team: 'home', x: 69, z: 29, wander: [5.8, 2, 3.6, 3.6, 3, 4.6] },
  { id: 'h11', team: 'home', x: 57, z: 11, wander: [5.4, 2, 1.4, 2.1, 2, 2.8] },
  { id: 'a2', team: 'away', x: 70, z: 54, wander: [3.4, 2, 2.7, 2.6, 2, 1.6] },
  { id: 'a4', team: 'away', x: 75, z: 38, wander: [3.1, 2, 5.0, 3.2, 1, 2.4] },
  { id: 'a5', team: 'away', x: 73, z: 22, wander: [3.8, 2, 3.9, 2.6, 2, 5.4] },
  { id: 'a3', team: 'away', x: 64, z: 16, wander: [4.4, 2, 1.9, 2.8, 2, 3.6] },
  { id: 'a6', team: 'away', x: 57, z: 33, wander: [4.9, 2, 0.4, 3.6, 2, 2.2] },
  { id: 'a8', team: 'away', x: 50, z: 53, wander: [4.2, 2, 3.1, 3.0, 2, 4.9] },
  { id: 'a10', team: 'away', x: 44, z: 30, wander: [4.6, 2, 4.6, 3.9, 2, 0.9] },
  { id: 'a9', team: 'away', x: 37, z: 43, wander: [4.0, 2, 1.2, 3.4, 2, 3.9] },
  { id: 'a7', team: 'away', x: 40, z: 10, wander: [4.6, 2, 5.6, 2.2, 2, 1.2] },
  { id: 'k', team: 'keeper', x: 97, z: 34, wander: [1.2, 2, 0, 2.4, 2, 0.8] },
  { id: 'r', team: 'referee', x: 49, z: 40, wander: [5.0, 1, -0.6, 3.0, 2, 2.0] },
]

const byId = new Map(PLAYERS.map((player) => [player.id, player]))

/** Both teams drift with the ball. */
function drift(seconds) {
  return 3.6 * wave(seconds, 1, -0.5)
}

function placeOf(player, seconds) {
  const [ax, tx, px, az, tz, pz] = player.wander
  const share = player.team === 'keeper' ? 0.2 : 1
  return {
    x: player.x + share * drift(seconds) + ax * wave(seconds, tx, px),
    z: player.z + az * wave(seconds, tz, pz),
  }
}

/** Distance run since the start of the loop, per player, in steps of 20 ms. Drives the legs. */
const STEPS = LOOP_SECONDS * 50
const runs = new Map(
  PLAYERS.map((player) => {
    const total = [0]
    for (let step = 1; step <= STEPS; step += 1) {
      const from = placeOf(player, (step - 1) / 50)
      const to = placeOf(player, step / 50)
      total.push((total.at(-1) ?? 0) + Math.hypot(to.x - from.x, to.z - from.z))
    }
    return [player.id, total]
  }),
)

/** Leg phase in radians: a whole number of strides in the loop. */
function stridePhase(player, seconds) {
  const run = runs.get(player.id)
  const length = run[STEPS]
  const strides = Math.max(1, Math.round(length / 2.1))
  const at = ((seconds % LOOP_SECONDS) + LOOP_SECONDS) % LOOP_SECONDS
  const index = Math.min(STEPS - 1, Math.floor(at * 50))
  const walked = run[index] + (run[index + 1] - run[index]) * (at * 50 - index)
  return (walked / length) * strides * 2 * Math.PI
}

/** All players with position, speed, direction and leg phase at a time. */
export function playersAt(seconds) {
  return PLAYERS.map((player) => {
    const before = placeOf(player, seconds - 0.04)
    const after = placeOf(player, seconds + 0.04)
    const vx = (after.x - before.x) / 0.08
    const vz = (after.z - before.z) / 0.08
    const phase = stridePhase(player, seconds)
    return { ...player, ...placeOf(player, seconds), vx, vz, speed: Math.hypot(vx, vz), phase }
  })
}

/** Touches of the ball: the player holds it briefly, then it rolls (or, with lift, flies) to the next. */
const TOUCHES = [
  { at: 0, id: 'h8', hold: 0.9, lift: 0 },
  { at: 2.1, id: 'h6', hold: 0.8, lift: 0 },
  { at: 4.2, id: 'h7', hold: 1.5, lift: 4.5 },
  { at: 7, id: 'h10', hold: 0.7, lift: 0 },
  { at: 8.7, id: 'h9', hold: 0.8, lift: 0 },
  { at: 10.6, id: 'a5', hold: 0.7, lift: 0 },
  { at: 12.3, id: 'a3', hold: 0.8, lift: 0 },
  { at: 14.4, id: 'a6', hold: 0.9, lift: 0 },
  { at: 16.6, id: 'a10', hold: 0.7, lift: 0 },
  { at: 18.6, id: 'h5', hold: 1.1, lift: 0 },
  { at: 21.2, id: 'h11', hold: 1, lift: 5 },
]

function atFeet(id, seconds) {
  const player = byId.get(id)
  const here = placeOf(player, seconds)
  const ahead = placeOf(player, seconds + 0.1)
  const speed = Math.max(0.6, Math.hypot(ahead.x - here.x, ahead.z - here.z) / 0.1)
  const touch = 0.55 + 0.2 * Math.sin(stridePhase(player, seconds))
  return {
    x: here.x + ((ahead.x - here.x) / 0.1 / speed) * touch,
    z: here.z - 0.35 + ((ahead.z - here.z) / 0.1 / speed) * touch,
    height: 0,
  }
}

/** The ball: position, height above the grass and rolled distance. */
export function ballAt(seconds) {
  const index = TOUCHES.findLastIndex((touch) => touch.at <= seconds)
  const touch = TOUCHES[index]
  const next = TOUCHES[(index + 1) % TOUCHES.length]
  const leaves = touch.at + touch.hold
  if (seconds <= leaves) return atFeet(touch.id, seconds)
  const arrives = next.at === 0 ? LOOP_SECONDS : next.at
  const share = (seconds - leaves) / (arrives - leaves)
  const eased = next.lift || touch.lift ? share : 1 - (1 - share) ** 1.35
  const from = atFeet(touch.id, leaves)
  const to = atFeet(next.id, arrives)
  return {
    x: from.x + (to.x - from.x) * eased,
    z: from.z + (to.z - from.z) * eased,
    height: touch.lift * 4 * share * (1 - share) * 0.8,
  }
}
