import { FPS } from '../stage.mjs'
import { drawBall, drawFigure } from './figure.mjs'
import { drawPitch } from './pitch.mjs'
import { ballAt, playersAt } from './play.mjs'
import { drawStand } from './stand.mjs'

/** A football match seen from the main stand. */
export function drawFootball(context, frame) {
  const seconds = frame / FPS
  drawStand(context, seconds)
  drawPitch(context, seconds)
  const ball = ballAt(seconds)
  const things = [...playersAt(seconds), { ...ball, id: 'ball' }].sort((a, b) => b.z - a.z)
  for (const thing of things) {
    if (thing.id === 'ball') drawBall(context, ball, seconds)
    else drawFigure(context, thing, seconds)
  }
}
