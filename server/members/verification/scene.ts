import type { Picture } from './picture.ts'
import type { Random } from './random.ts'

/** Paints the whole of a picture. */
export type Scene = (picture: Picture, random: Random) => void
