import { atom } from 'jotai/vanilla'
import { sessionAtom } from './session.ts'

interface Warning {
  /** Epoch milliseconds on the server's clock. */
  readonly expireAt: number
  readonly isDismissed: boolean
}

const warningAtom = atom<Warning | null>(null)

/** The transport says that a session is in its last five minutes. */
export const warnOfExpiryAtom = atom(null, (get, set, expireAt: number) => {
  if (get(warningAtom)?.expireAt !== expireAt) set(warningAtom, { expireAt, isDismissed: false })
})

/** The viewer has read it; another session warns again. */
export const dismissWarningAtom = atom(null, (get, set) => {
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
