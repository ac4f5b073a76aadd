import { atom } from 'jotai/vanilla'

/** How many own messages the server has not answered yet. */
export const wordsOnTheWayAtom = atom(0)
