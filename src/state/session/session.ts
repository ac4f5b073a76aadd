import { atom } from 'jotai/vanilla'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { hasStoredSession } from '#transport/client.ts'

/** The session of this page. The token itself stays in the worker. */
export interface Session {
  readonly member: Member
  /** Epoch milliseconds on the server's clock (S9.20). */
  readonly expireAt: number
}

/** `undefined` until the transport has reported whether a session was restored; null for a visitor (S6.1). */
export const sessionAtom = atom<Session | null | undefined>(undefined)

export const memberAtom = atom<Member | null>((get) => get(sessionAtom)?.member ?? null)

/** Whether the user is a member, or probably one while the session is unknown. For layouts only. */
export const isLikelyMemberAtom = atom((get) => {
  const session = get(sessionAtom)
  return session === undefined ? hasStoredSession() : session !== null
})

/** Number of changes from one member to another on this page. Components use it as a key to reset unfinished input. */
export const memberChangesAtom = atom(0)

/** A robot check was requested and has not succeeded yet (S4.17). In memory only, so a reload may lead there again. */
export const isRobotCheckOpenAtom = atom(false)

/** True while the member has to answer a reality check before anything else: a call was refused for it. */
export const isCheckWantedAtom = atom(false)

/** The account as typed into the sign-in form. Kept in memory across screens and session ends, cleared by signing out. */
export const accountNameAtom = atom('')

interface ExpiryWarning {
  /** Epoch milliseconds on the server's clock. */
  readonly expireAt: number
  readonly isDismissed: boolean
}

const expiryWarningAtom = atom<ExpiryWarning | null>(null)

/** Shows the warning that the session is in its last five minutes. */
export const showExpiryWarningAtom = atom(null, (get, set, expireAt: number) => {
  if (get(expiryWarningAtom)?.expireAt !== expireAt) set(expiryWarningAtom, { expireAt, isDismissed: false })
})

/** Dismisses the warning. Another session shows it again. */
export const dismissExpiryWarningAtom = atom(null, (get, set) => {
  const warning = get(expiryWarningAtom)
  if (warning !== null) set(expiryWarningAtom, { ...warning, isDismissed: true })
})

/** Expiry of the current session while the warning is shown; null before it, after 知道了, and for another session. */
export const expiringAtAtom = atom<number | null>((get) => {
  const warning = get(expiryWarningAtom)
  const session = get(sessionAtom)
  if (warning === null || warning.isDismissed || session?.expireAt !== warning.expireAt) return null
  return warning.expireAt
})
