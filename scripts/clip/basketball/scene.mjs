import { FPS } from '../stage.mjs'
import { drawBoard, drawCourt, drawHoop } from './court.mjs'
import { drawBall, drawFigure, drawShadow } from './figure.mjs'
import { drawHall, FLOOR_TOP } from './hall.mjs'
import { playAt, sinceSwish } from './play.mjs'

const HOOP_Z = 7.5

/** A basketball game seen from the main stand. */
export function drawBasketball(context, frame) {
  const seconds = frame / FPS
  const { players, ball } = playAt(frame)
  const age = sinceSwish(frame)
  const swish = age < 0.6 ? Math.sin((Math.PI * age) / 0.6) : 0
  drawHall(context, seconds)
  drawCourt(context, seconds, FLOOR_TOP)
  for (const player of players) drawShadow(context, player, seconds)
  for (const player of players) drawFigure(context, player, seconds, true)
  const hoops = [-1, 1].flatMap((side) => {
    const motion = side > 0 ? swish : 0
    return [
      { z: HOOP_Z + 0.3, draw: () => drawBoard(context, side, seconds) },
      { z: HOOP_Z + 0.25, draw: () => drawHoop(context, side, seconds, motion, false) },
      { z: HOOP_Z - 0.27, draw: () => drawHoop(context, side, seconds, motion, true) },
    ]
  })
  const figures = players.map((player) => ({ z: player.z, draw: () => drawFigure(context, player, seconds) }))
  const things = [...hoops, ...figures, { z: ball.z - 0.05, draw: () => drawBall(context, ball, seconds) }]
  for (const thing of things.sort((one, other) => other.z - one.z)) thing.draw()
}
