/** Input of the member in a frame, whose events the page does not get. */
const FRAME_INPUT = 'grandstand-frame-input'

/** Reports that the member has acted in a frame. */
export const noteFrameInput = (): boolean => window.dispatchEvent(new Event(FRAME_INPUT))

/** Everything that counts as input of the member. */
export const INPUT_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', FRAME_INPUT] as const
