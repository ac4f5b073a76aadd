import { FPS } from '../stage.mjs'
import { drawArms, drawBody, personAt } from './person.mjs'
import { drawDesk, drawMicrophone, drawStudio } from './studio.mjs'

/** An anchor who talks at her desk in a studio. */
export function drawAnchor(context, frame) {
  const seconds = frame / FPS
  const pose = personAt(seconds)
  const voice = pose.mouth.open
  drawStudio(context, seconds, voice)
  drawBody(context, pose)
  drawDesk(context, seconds, voice)
  drawArms(context, pose)
  drawMicrophone(context, seconds)
}
