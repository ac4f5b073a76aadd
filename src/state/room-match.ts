import { atom } from 'jotai/vanilla'
import type { DataOf } from '#protocol/endpoints/table.ts'

/** What `live.detail` says of the match of the open room; scores, clock, marks and odds go on in the room's facts. */
export type MatchDetail = DataOf<'live.detail'>

export const matchDetailAtom = atom<MatchDetail | null>(null)

/** The anchor room that gifts of this room go to. */
export const anchorRoomIdAtom = atom((get) => get(matchDetailAtom)?.match.anchorRoomId ?? null)
