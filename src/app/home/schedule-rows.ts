/** How many coming matches the home screen names; its grey rows are as many. */
export const SCHEDULE_ROWS = 4
