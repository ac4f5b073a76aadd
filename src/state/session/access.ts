import { atom } from 'jotai/vanilla'

/**
 * S4.17: a robot check has been asked for and has not succeeded yet. Lives as long as the page, so that a reload may
 * lead there again.
 */
export const isRobotCheckOpenAtom = atom(false)
