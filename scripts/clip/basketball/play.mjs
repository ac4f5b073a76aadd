import { FPS, FRAMES, LOOP_SECONDS, mix, since, smooth } from '../stage.mjs'
import DATA from './play.json' with { type: 'json' }

const { attacks, holds, jumps, paths, teams } = DATA
const MIDDLE_Z = 7.5

function at(values, frame) {
  return values[((frame % FRAMES) + FRAMES) % FRAMES]
}

/** Means of each value over `reach` frames before and after, over the ends of the loop; twice, for soft corners. */
function softened(values, reach, passes = 2) {
  if (passes === 0) return values
  const means = values.map((_, frame) => {
    let sum = 0
    for (let step = -reach; step <= reach; step += 1) sum += at(values, frame + step)
    return sum / (2 * reach + 1)
  })
  return softened(means, reach, passes - 1)
}

/** Straight lines between keyframes `[second, ...values]`; seconds may exceed 24 and repeat. */
function linear(keyframes, column, seconds) {
  const [start] = keyframes[0]
  const time = start + since(start, seconds)
  const index = keyframes.findLastIndex(([second]) => second <= time)
  const from = keyframes[index]
  const to = keyframes[index + 1] ?? [start + LOOP_SECONDS, ...keyframes[0].slice(1)]
  return mix(from[column], to[column], (time - from[0]) / (to[0] - from[0]))
}

function everyFrame(valueAt) {
  return Array.from({ length: FRAMES }, (_, frame) => valueAt(frame / FPS, frame))
}

/** How much the home team attacks: 1 in its possession, 0 in the other. */
const homeAttack = everyFrame((seconds) => {
  const gained = smooth(0, 1.5, since(attacks.home.from, seconds))
  const lost = smooth(0, 1.5, since(attacks.home.until, seconds))
  return since(attacks.home.from, seconds) < since(attacks.home.until, seconds) ? gained : 1 - lost
})

const planned = new Map(
  Object.entries(paths).map(([id, keyframes]) => [
    id,
    { x: everyFrame((t) => linear(keyframes, 1, t)), z: everyFrame((t) => linear(keyframes, 2, t)) },
  ]),
)

function opponentOf(id) {
  return (id[0] === 'h' ? 'a' : 'h') + id[1]
}

/** The place of a defender: on the line from his opponent to the basket, a step behind his movement. */
function guardPlace(id, frame) {
  const attacker = planned.get(opponentOf(id))
  const x = at(attacker.x, frame - 6)
  const z = at(attacker.z, frame - 6)
  const basket = attacks[id[0] === 'h' ? 'away' : 'home'].basket
  const distance = Math.hypot(basket - x, MIDDLE_Z - z)
  const share = Math.max(1.15, distance * 0.24) / Math.max(distance, 1.2)
  return { x: mix(x, basket, share) + 0.1, z: mix(z, MIDDLE_Z, share) - 0.25 }
}

function walk(id) {
  const isHome = id[0] === 'h'
  const attackShare = (frame) => (isHome ? homeAttack[frame] : 1 - homeAttack[frame])
  const own = planned.get(id)
  const place = (axis) => (_, frame) => mix(guardPlace(id, frame)[axis], own[axis][frame], attackShare(frame))
  const x = softened(everyFrame(place('x')), 7)
  const z = softened(everyFrame(place('z')), 7)
  const vx = x.map((_, frame) => ((at(x, frame + 1) - at(x, frame - 1)) * FPS) / 2)
  const vz = z.map((_, frame) => ((at(z, frame + 1) - at(z, frame - 1)) * FPS) / 2)
  const speed = softened(
    vx.map((value, frame) => Math.hypot(value, vz[frame])),
    4,
  )
  return { id, x, z, vx, vz, speed, attack: everyFrame((_, frame) => attackShare(frame)) }
}

const walks = new Map([...teams.home, ...teams.away].map((id) => [id, walk(id)]))

/** Half the length of a stride in metres, by speed. */
export function strideOf(speed) {
  return Math.min(0.6, 0.1 + 0.1 * speed)
}

/** Phase of the legs in radians; a whole number of strides in the loop. */
function legPhases({ speed }) {
  const steps = [0]
  for (const value of speed) steps.push(steps.at(-1) + (2 * Math.PI * value) / FPS / (4.2 * strideOf(value)))
  const turns = Math.max(1, Math.round(steps.at(-1) / (2 * Math.PI)))
  return steps.slice(0, FRAMES).map((value) => (value * turns * 2 * Math.PI) / steps.at(-1))
}

/** The hold at a time, or null, and the flight that leads to the next one. */
function ballState(seconds) {
  for (const [index, hold] of holds.entries()) {
    const length = hold.until - hold.at
    const elapsed = since(hold.at, seconds)
    if (elapsed <= length) return { hold, elapsed, flight: null }
    const next = holds[(index + 1) % holds.length]
    const gap = since(hold.until, next.at)
    if (since(hold.until, seconds) < gap)
      return { hold: null, elapsed: 0, flight: { from: hold, to: next, share: since(hold.until, seconds) / gap } }
  }
  throw new RangeError(`The ball is nowhere at ${seconds}`)
}

function jumpOf(id, seconds) {
  let up = 0
  for (const jump of jumps.filter((jump) => jump.id === id)) {
    const away = ((since(jump.at, seconds) + 12) % LOOP_SECONDS) - 12
    up = Math.max(up, jump.height * (1 - (away / 0.34) ** 2))
  }
  return up
}

/** Angles in the plane of the floor (0 looks along x, a quarter turn away from the camera), softened. */
function headings(path, ballX, ballZ) {
  const sine = []
  const cosine = []
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const opponent = walks.get(opponentOf(path.id))
    const defends = path.attack[frame] < 0.5
    const targetX = defends ? opponent.x[frame] * 0.7 + ballX[frame] * 0.3 : ballX[frame]
    const targetZ = defends ? opponent.z[frame] * 0.7 + ballZ[frame] * 0.3 : ballZ[frame]
    const towards = Math.atan2(targetZ - path.z[frame], targetX - path.x[frame])
    const running = smooth(1.6, 3.4, path.speed[frame])
    const moving = Math.atan2(path.vz[frame], path.vx[frame])
    sine.push(mix(Math.sin(towards), Math.sin(moving), running))
    cosine.push(mix(Math.cos(towards), Math.cos(moving), running))
  }
  const smoothSine = softened(sine, 6)
  const smoothCosine = softened(cosine, 6)
  return smoothSine.map((value, frame) => Math.atan2(value, smoothCosine[frame]))
}

/** The floor point that players look at: the holder, or the ball in flight; the basket for the holder. */
function roughBall() {
  const place = (hold, frame) => {
    if (hold.point) return { x: hold.point[0], z: hold.point[1] }
    const holder = walks.get(hold.id)
    return { x: holder.x[frame], z: holder.z[frame] }
  }
  return everyFrame((seconds, frame) => {
    const { hold, flight } = ballState(seconds)
    if (hold) return place(hold, frame)
    const from = place(flight.from, frame)
    const to = place(flight.to, frame)
    return { x: mix(from.x, to.x, flight.share), z: mix(from.z, to.z, flight.share) }
  })
}

const rough = roughBall()
const players = [...walks.values()].map((path) => {
  const basket = attacks[path.id[0] === 'h' ? 'home' : 'away'].basket
  const holds = everyFrame((seconds) => ballState(seconds).hold?.id === path.id)
  const ballX = rough.map((place, frame) => (holds[frame] ? basket : place.x))
  const ballZ = rough.map((place, frame) => (holds[frame] ? MIDDLE_Z : place.z))
  return { ...path, phase: legPhases(path), heading: headings(path, ballX, ballZ) }
})

/** Height of a dribbled ball above the floor: a bounce of 0.58 s. */
function dribbleHeight(elapsed) {
  const share = (elapsed / 0.58) % 1
  return 0.12 + 0.86 * Math.abs(Math.cos(Math.PI * share)) ** 0.8
}

/** Where a holder has the ball in his own axes: forward, right, up (metres), and whether he dribbles. */
function carried(hold, elapsed, up) {
  const seconds = hold.at + elapsed
  const left = hold.until - seconds
  const [from, to] = hold.dribble ?? [0, 0]
  const chest = [0.36, 0.02, 1.22 + up]
  if (seconds >= from && seconds < to) return { spot: [0.42, 0.3, dribbleHeight(seconds - from)], dribbles: true }
  if (hold.shoots && left < 0.5) {
    const share = smooth(0.5, 0.08, left)
    return { spot: [mix(0.36, 0.22, share), 0.06, mix(1.22, 2.14, share) + up], dribbles: false }
  }
  if (hold.high && elapsed < 0.6) {
    const share = smooth(0.15, 0.6, elapsed)
    return { spot: [0.3, 0, mix(2.2, 1.22, share) + up], dribbles: false }
  }
  return { spot: chest, dribbles: false }
}

/** A point in a player's own axes (forward, right, up) on the court. */
export function onCourt(player, [forward, right, up]) {
  const cosine = Math.cos(player.heading)
  const sine = Math.sin(player.heading)
  return {
    x: player.x + forward * cosine + right * sine,
    z: player.z + forward * sine - right * cosine,
    up,
  }
}

function stateOf(track, seconds, frame) {
  const { id } = track
  const pick = (values) => at(values, frame)
  return {
    id,
    x: pick(track.x),
    z: pick(track.z),
    speed: pick(track.speed),
    heading: pick(track.heading),
    phase: pick(track.phase),
    attack: pick(track.attack),
    jump: Math.max(0, jumpOf(id, seconds)),
    basketDistance: Math.abs(pick(track.x) - attacks[id[0] === 'h' ? 'away' : 'home'].basket),
  }
}

function ballIn(hold, moment, elapsed) {
  if (hold.point) return { x: hold.point[0], z: hold.point[1], up: hold.point[2] }
  const track = players.find(({ id }) => id === hold.id)
  const seconds = moment % LOOP_SECONDS
  const player = stateOf(track, seconds, Math.round(seconds * FPS))
  return onCourt(player, carried(hold, elapsed, player.jump).spot)
}

/** The ball: position in metres. */
function ballAt(seconds, state) {
  const { hold, elapsed, flight } = state
  if (hold) return ballIn(hold, seconds, elapsed)
  const from = ballIn(flight.from, flight.from.until, flight.from.until - flight.from.at)
  const to = ballIn(flight.to, flight.to.at, 0)
  const arc = flight.to.arc ?? 0.22
  const { share } = flight
  return {
    x: mix(from.x, to.x, share),
    z: mix(from.z, to.z, share),
    up: mix(from.up, to.up, share) + 4 * arc * share * (1 - share),
  }
}

/** What the arms of a player do: hold, dribble, catch, release, guard or swing; `share` is how far. */
function armsOf(player, seconds, { hold, elapsed, flight }) {
  if (hold?.id === player.id) {
    const { spot, dribbles } = carried(hold, elapsed, player.jump)
    return { kind: dribbles ? 'dribble' : 'hold', spot, share: 1 }
  }
  if (flight?.to.id === player.id) {
    const { spot } = carried(flight.to, 0, player.jump)
    return { kind: 'hold', spot, share: smooth(0.2, 0.85, flight.share) }
  }
  const released = holds.find((entry) => entry.id === player.id && since(entry.until, seconds) < 0.45)
  if (released) {
    const share = 1 - smooth(0.2, 0.45, since(released.until, seconds))
    const spot = released.shoots ? [0.3, 0.06, 2.2 + player.jump] : [0.58, 0, 1.3]
    return { kind: 'hold', spot, share }
  }
  if (player.jump > 0.05)
    return { kind: 'hold', spot: [0.26, 0, 2.2 + player.jump], share: smooth(0.05, 0.3, player.jump) }
  const guards = (1 - player.attack) * smooth(3.2, 1.8, player.speed) * smooth(12, 9, player.basketDistance)
  return { kind: 'guard', spot: [0.3, 0, 0], share: guards }
}

/** Players and ball of a frame. */
export function playAt(frame) {
  const seconds = frame / FPS
  const state = ballState(seconds)
  const states = players.map((track) => {
    const player = stateOf(track, seconds, frame)
    return { ...player, arms: armsOf(player, seconds, state) }
  })
  return { players: states, ball: ballAt(seconds, state) }
}

const cameraTrack = softened(
  everyFrame((seconds) => linear(DATA.camera, 1, seconds)),
  22,
)

/** Where the camera looks, in metres along the court. */
export function cameraAt(seconds) {
  return at(cameraTrack, Math.round(seconds * FPS))
}

/** Seconds since the ball went through the right net. */
export function sinceSwish(frame) {
  const swish = holds.find((hold) => hold.swish)
  return since(swish.at, frame / FPS)
}
