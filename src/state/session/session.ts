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
