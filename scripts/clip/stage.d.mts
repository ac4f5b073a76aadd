/** Types of what others than the drawing need of stage.mjs. */
export const WIDTH: number
export const HEIGHT: number
export const FPS: number
export const LOOP_SECONDS: number
export const FRAMES: number
