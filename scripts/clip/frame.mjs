import { drawAnchor } from './anchor/scene.mjs'
import { drawBasketball } from './basketball/scene.mjs'
import { drawEsports } from './esports/scene.mjs'
import { drawFootball } from './football/scene.mjs'
import { drawStrip } from './marks.mjs'

export const SCENES = { football: drawFootball, basketball: drawBasketball, esports: drawEsports, anchor: drawAnchor }

/** Draws frame number `frame` (0 to 599) of a clip on a 2D context of 640 by 360 units. */
export function drawFrame(context, kind, frame) {
  SCENES[kind](context, frame)
  drawStrip(context, kind, frame)
}
