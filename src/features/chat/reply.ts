import { atom } from 'jotai/vanilla'
import type { FeedRow } from '#protocol/worker/feed.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { isTextRemoved } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { memberAtom } from '#state/session/session.ts'
import { wordsOf } from './row-words.ts'

interface Chosen {
  /** Who has chosen it: the next member of the page answers nobody. */
  readonly userId: string | null
  readonly chatRoomNo: string | null
  readonly row: FeedRow
  /** The row as it stands above the composer while it is answered. */
  readonly reply: NonNullable<OutgoingMessage['reply']>
}

const chosenAtom = atom<Chosen | null>(null)

const userIdAtom = atom((get) => get(memberAtom)?.userId ?? null)

/**
 * The message that the next words answer; set with its row. A deleted one is answered no more, nor one of another room,
 * nor by another member.
 */
export const replyAtom = atom(
  (get): OutgoingMessage['reply'] => {
    const chosen = get(chosenAtom)
    if (chosen === null || chosen.userId !== get(userIdAtom)) return null
    const { chatRoomNo, removals: gone } = get(feedAtom)
    return chosen.chatRoomNo === chatRoomNo && !isTextRemoved(chosen.row, gone) ? chosen.reply : null
  },
  (get, set, row: FeedRow | null) => {
    if (row === null) return set(chosenAtom, null)
    const reply = { id: row.id, memberName: row.author?.memberName ?? '', text: wordsOf(row) ?? '' }
    return set(chosenAtom, { userId: get(userIdAtom), chatRoomNo: get(feedAtom).chatRoomNo, row, reply })
  },
)

/** The row that is answered, to be chosen again when the answer is not taken. */
export const answeredRowAtom = atom((get) => (get(replyAtom) === null ? null : (get(chosenAtom)?.row ?? null)))
