import { atom } from 'jotai/vanilla'
import type { Member } from '#protocol/endpoints/shapes.ts'

/** The signed-in member of this page; the token itself stays in the worker. */
export interface Session {
  readonly member: Member
  /** Epoch milliseconds on the server's clock (S9.20). */
  readonly expireAt: number
}

/** `undefined` until the transport has said whether a session was restored; null = a visitor (S6.1). */
export const sessionAtom = atom<Session | null | undefined>(undefined)

export const memberAtom = atom<Member | null>((get) => get(sessionAtom)?.member ?? null)

/** How often one member has followed another on this page: what the one had begun is not the other's. */
export const memberChangesAtom = atom(0)

/**
 * S4.17: a robot check has been asked for and has not succeeded yet. Lives as long as the page, so that a reload may
 * lead there again.
 */
export const isRobotCheckOpenAtom = atom(false)

/**
 * The account as it was typed into the sign-in form: still there after a look at another screen, and when a session has
 * ended and the same member signs in again. Lives as long as the page; signing out forgets it.
 */
export const accountNameAtom = atom('')

interface Warning {
  /** Epoch milliseconds on the server's clock. */
  readonly expireAt: number
  readonly isDismissed: boolean
}

const warningAtom = atom<Warning | null>(null)

/** The transport says that a session is in its last five minutes. */
export const showExpiryWarningAtom = atom(null, (get, set, expireAt: number) => {
  if (get(warningAtom)?.expireAt !== expireAt) set(warningAtom, { expireAt, isDismissed: false })
})

/** The viewer has read it; another session warns again. */
export const dismissExpiryWarningAtom = atom(null, (get, set) => {
  const warning = get(warningAtom)
  if (warning !== null) set(warningAtom, { ...warning, isDismissed: true })
})

/**
 * When the session of this page ends, while that has to be said: null before the last five minutes, after 知道了, and
 * for another session than the one that was warned of.
 */
export const expiringAtAtom = atom<number | null>((get) => {
  const warning = get(warningAtom)
  const session = get(sessionAtom)
  if (warning === null || warning.isDismissed || session?.expireAt !== warning.expireAt) return null
  return warning.expireAt
})
