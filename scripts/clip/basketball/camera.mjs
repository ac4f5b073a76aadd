import { createCamera } from '../stage.mjs'
import { cameraAt } from './play.mjs'

/** The court lies along x (0 to 28 m), z runs from the near sideline (0) to the far one (15 m). */
export const COURT_LENGTH = 28
export const COURT_DEPTH = 15

export const { project, panShift } = createCamera({
  focal: 1045,
  height: 8,
  distance: 20,
  horizonY: -72,
  centreX: 14,
  panDepth: COURT_DEPTH / 2,
  lookAt: cameraAt,
})
