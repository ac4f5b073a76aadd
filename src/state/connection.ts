import { atom } from 'jotai/vanilla'
import type { ConnectionState } from '#protocol/worker/notices.ts'

/** The worker's connection, as `data-connection` shows it. */
export const connectionAtom = atom<ConnectionState>('connecting')
