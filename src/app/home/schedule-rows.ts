/** Number of coming matches on the home screen, and of their skeleton rows. */
export const SCHEDULE_ROWS = 4
