/** The camera of the demo clip: metres on the pitch to pixels of the picture. Everything repeats after LOOP_SECONDS. */
export const WIDTH = 640
export const HEIGHT = 360
export const FPS = 25
export const LOOP_SECONDS = 24
export const FRAMES = FPS * LOOP_SECONDS

/** The pitch lies along x (0 to 105 m), z runs from the near touchline (0) to the far one (68 m). */
export const PITCH_LENGTH = 105
export const PITCH_DEPTH = 68

const FOCAL = 790
const CAMERA_HEIGHT = 13
const CAMERA_DISTANCE = 29
const HORIZON_Y = 50

/** A wave of the loop: `turns` full turns in 24 s, so that the last frame leads back to the first. */
export function wave(seconds, turns, phase = 0) {
  return Math.sin((2 * Math.PI * turns * seconds) / LOOP_SECONDS + phase)
}

/** Where the camera looks, in metres along the far touchline: a pan that follows the ball. */
export function lookAt(seconds) {
  return 56 + 13 * wave(seconds, 1, -0.89) + 8 * wave(seconds, 2, 1.94) + 2.4 * wave(seconds, 3, 2.49)
}

/** One metre in pixels at depth z. */
export function scaleAt(z) {
  return FOCAL / (z + CAMERA_DISTANCE)
}

/** The horizontal shift of the whole picture in pixels; a pan turns the camera, so near and far move alike. */
export function panShift(seconds) {
  return -(lookAt(seconds) - 50) * scaleAt(PITCH_DEPTH)
}

/** A point of the pitch, `height` metres above the grass, in pixels. */
export function project(x, z, seconds, height = 0) {
  const scale = scaleAt(z)
  return {
    x: WIDTH / 2 + (x - 50) * scale + panShift(seconds),
    y: HORIZON_Y + (CAMERA_HEIGHT - height) * scale,
    scale,
  }
}

/** A seeded generator of numbers in [0, 1): the same crowd on every run. */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
