import { atom } from 'jotai/vanilla'

/** The nickname that the composer is to address next; null when it has taken it. */
export const mentionAtom = atom<string | null>(null)
