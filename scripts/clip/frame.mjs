import { drawBall, drawFigure } from './figure.mjs'
import { drawScreen, drawStrip } from './marks.mjs'
import { drawPitch } from './pitch.mjs'
import { ballAt, playersAt } from './play.mjs'
import { FPS, panShift } from './stage.mjs'
import { drawStand } from './stand.mjs'

/** Draws frame number `frame` (0 to 599) on a 2D context of 640 by 360 units. */
export function drawFrame(context, frame) {
  const seconds = frame / FPS
  drawStand(context, seconds)
  drawScreen(context, frame, panShift(seconds))
  drawPitch(context, seconds)
  const ball = ballAt(seconds)
  const things = [...playersAt(seconds), { ...ball, id: 'ball' }].sort((a, b) => b.z - a.z)
  for (const thing of things) {
    if (thing.id === 'ball') drawBall(context, ball, seconds)
    else drawFigure(context, thing, seconds)
  }
  drawStrip(context, frame)
}
