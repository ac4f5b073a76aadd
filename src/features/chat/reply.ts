import { atom } from 'jotai/vanilla'
import type { OwnItem } from '#state/feed-items.ts'

/** The message that the next words answer. */
export const replyAtom = atom<OwnItem['reply']>(null)
