import { createCamera, wave } from '../stage.mjs'

/** The pitch lies along x (0 to 105 m), z runs from the near touchline (0) to the far one (68 m). */
export const PITCH_LENGTH = 105
export const PITCH_DEPTH = 68

/** Where the camera looks, in metres along the far touchline: a pan that follows the ball. */
function lookAt(seconds) {
  return 56 + 13 * wave(seconds, 1, -0.89) + 8 * wave(seconds, 2, 1.94) + 2.4 * wave(seconds, 3, 2.49)
}

export const { project, panShift } = createCamera({
  focal: 790,
  height: 13,
  distance: 29,
  horizonY: 50,
  centreX: 50,
  panDepth: PITCH_DEPTH,
  lookAt,
})
