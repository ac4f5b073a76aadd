import type { Picture } from './picture.ts'
import type { Random } from './random.ts'

/** Draws a whole background picture. */
export type Scene = (picture: Picture, random: Random) => void
