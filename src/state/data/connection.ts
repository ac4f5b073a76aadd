import { atom } from 'jotai/vanilla'
import type { ConnectionState } from '#protocol/worker/notices.ts'

/** State of the worker's connection, shown in `data-connection`. */
export const connectionAtom = atom<ConnectionState>('connecting')

/** The server refuses pages of this origin, so that no call works. */
export const isOriginRefusedAtom = atom(false)

/** A room is open. Its socket connection then decides whether the page is online, not calls. */
export const hasRoomAtom = atom(false)
