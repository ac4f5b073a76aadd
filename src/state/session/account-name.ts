import { atom } from 'jotai/vanilla'

/**
 * The account as it was typed into the sign-in form: still there after a look at another screen, and when a session has
 * ended and the same member signs in again. Lives as long as the page; signing out forgets it.
 */
export const accountNameAtom = atom('')
