import { atom } from 'jotai/vanilla'
import type { FeedRow } from '#protocol/worker/rows.ts'
import { isTextGone } from '#state/danmaku-lines.ts'
import type { OwnItem } from '#state/feed-items.ts'
import { feedAtom } from '#state/room.ts'
import { wordsOf } from './row-words.ts'

interface Chosen {
  readonly chatRoomNo: string | null
  readonly row: FeedRow
  /** The row as it stands above the composer while it is answered. */
  readonly reply: NonNullable<OwnItem['reply']>
}

const chosenAtom = atom<Chosen | null>(null)

/** The message that the next words answer; set with its row. A deleted one is answered no more, nor one of another room. */
export const replyAtom = atom(
  (get): OwnItem['reply'] => {
    const chosen = get(chosenAtom)
    if (chosen === null) return null
    const { chatRoomNo, gone } = get(feedAtom)
    return chosen.chatRoomNo === chatRoomNo && !isTextGone(chosen.row, gone) ? chosen.reply : null
  },
  (get, set, row: FeedRow | null) => {
    if (row === null) return set(chosenAtom, null)
    const reply = { id: row.id, memberName: row.author?.memberName ?? '', text: wordsOf(row) ?? '' }
    return set(chosenAtom, { chatRoomNo: get(feedAtom).chatRoomNo, row, reply })
  },
)

/** The row that is answered, to be chosen again when the answer is not taken. */
export const answeredRowAtom = atom((get) => (get(replyAtom) === null ? null : (get(chosenAtom)?.row ?? null)))
