import { atom } from 'jotai/vanilla'
import type { ConnectionState } from '#protocol/worker/notices.ts'

/** The worker's connection, as `data-connection` shows it. */
export const connectionAtom = atom<ConnectionState>('connecting')

/** Whether a room is open, so that calls alone do not make the page online: its link does. */
export const hasRoomAtom = atom(false)
