/** What all clips share: size, loop, waves, camera and seeded numbers. Drawing units are 640 by 360 at any resolution. */
export const WIDTH = 640
export const HEIGHT = 360
export const FPS = 25
export const LOOP_SECONDS = 24
export const FRAMES = FPS * LOOP_SECONDS

/** The encoded qualities, smallest first. Bit rates are of the picture; all clips together have at most 14 MB. */
export const QUALITIES = [
  { width: 640, height: 360, kbps: 320, maxBytes: 1_200_000 },
  { width: 1280, height: 720, kbps: 680, maxBytes: 2_300_000 },
]

/** A wave of the loop: `turns` full turns in 24 s, so that the last frame leads back to the first. */
export function wave(seconds, turns, phase = 0) {
  return Math.sin((2 * Math.PI * turns * seconds) / LOOP_SECONDS + phase)
}

/** Seconds since `at` in the loop, 0 to 24. */
export function since(at, seconds) {
  return (((seconds - at) % LOOP_SECONDS) + LOOP_SECONDS) % LOOP_SECONDS
}

export function mix(from, to, share) {
  return from + (to - from) * share
}

/** 0 up to `from`, 1 after `to`, smooth between; `to` may be the smaller one. */
export function smooth(from, to, value) {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/**
 * Values along keyframes `[second, ...values]` that repeat every 24 s. Each value rests at its keyframe (`smooth`
 * between two), so that units stop where the data say.
 */
export function along(keyframes, seconds) {
  const last = keyframes.length - 1
  let index = keyframes.findLastIndex(([at]) => at <= seconds)
  if (index < 0) index = last
  const [at, ...from] = keyframes[index]
  const [next, ...to] = keyframes[(index + 1) % keyframes.length]
  const length = since(at, next) || LOOP_SECONDS
  const share = smooth(0, length, since(at, seconds))
  return from.map((value, order) => mix(value, to[order], share))
}

/**
 * A camera that looks along z over a floor of x and z (metres) and turns after `lookAt(seconds)`, a point in x at depth
 * `panDepth`. A pan turns the camera, so near and far move alike.
 */
export function createCamera({ focal, height, distance, horizonY, centreX, panDepth, lookAt }) {
  const scaleAt = (z) => focal / (z + distance)
  const panShift = (seconds) => -(lookAt(seconds) - centreX) * scaleAt(panDepth)
  /** A point `up` metres above the floor, in drawing units; `scale` is one metre there. */
  const project = (x, z, seconds, up = 0) => {
    const scale = scaleAt(z)
    return {
      x: WIDTH / 2 + (x - centreX) * scale + panShift(seconds),
      y: horizonY + (height - up) * scale,
      scale,
    }
  }
  return { project, panShift }
}

/** A seeded generator of numbers in [0, 1): the same picture on every run. */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
