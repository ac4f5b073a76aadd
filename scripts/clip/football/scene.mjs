import { CLOCK, drawClock } from '../marks.mjs'
import { FPS, WIDTH } from '../stage.mjs'
import { panShift } from './camera.mjs'
import { drawBall, drawFigure } from './figure.mjs'
import { drawPitch } from './pitch.mjs'
import { ballAt, playersAt } from './play.mjs'
import { drawStand } from './stand.mjs'

/** The stadium screen under the roof. */
function drawScreen(context, frame) {
  const x = (WIDTH - CLOCK.width) / 2 + panShift(frame / FPS) * 0.8
  context.fillStyle = '#050807'
  context.fillRect(x + 16, 12, 2.5, 10)
  context.fillRect(x + 73.5, 12, 2.5, 10)
  drawClock(context, frame, x, 20)
}

/** A football match seen from the main stand. */
export function drawFootball(context, frame) {
  const seconds = frame / FPS
  drawStand(context, seconds)
  drawScreen(context, frame)
  drawPitch(context, seconds)
  const ball = ballAt(seconds)
  const things = [...playersAt(seconds), { ...ball, id: 'ball' }].sort((a, b) => b.z - a.z)
  for (const thing of things) {
    if (thing.id === 'ball') drawBall(context, ball, seconds)
    else drawFigure(context, thing, seconds)
  }
}
