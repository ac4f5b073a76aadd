import { useAtomValue, useStore } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import type { OutgoingMessage } from '#state/feed/feed-state.ts'
import { isTextRemoved } from '#state/feed/apply-batch.ts'
import { readDraft, saveDraft } from '#state/room/room-draft.ts'
import { memberAtom } from '#state/session/session.ts'
import { textOf } from '../rows/row-info.ts'

/** The member name that the composer should insert as a mention; null once it is inserted. */
export const mentionAtom = atom<string | null>(null)

interface ReplyTarget {
  /** The member who chose it. The next member of the page does not inherit it. */
  readonly userId: string | null
  readonly chatRoomNo: string | null
  readonly row: FeedRow
  readonly reply: NonNullable<OutgoingMessage['reply']>
}

const targetAtom = atom<ReplyTarget | null>(null)

const userIdAtom = atom((get) => get(memberAtom)?.userId ?? null)

/**
 * The message that the next message replies to; set with its row. Null if it was deleted, or was chosen in another room or
 * by another member.
 */
export const replyAtom = atom(
  (get): OutgoingMessage['reply'] => {
    const target = get(targetAtom)
    if (target === null || target.userId !== get(userIdAtom)) return null
    const { chatRoomNo, removals } = get(feedAtom)
    return target.chatRoomNo === chatRoomNo && !isTextRemoved(target.row, removals) ? target.reply : null
  },
  (get, set, row: FeedRow | null) => {
    if (row === null) return set(targetAtom, null)
    const reply = { id: row.id, memberName: row.author?.memberName ?? '', text: textOf(row) ?? '' }
    return set(targetAtom, { userId: get(userIdAtom), chatRoomNo: get(feedAtom).chatRoomNo, row, reply })
  },
)

/** The row of the reply target, to restore it after a refused message. */
export const replyRowAtom = atom((get) => (get(replyAtom) === null ? null : (get(targetAtom)?.row ?? null)))

/** History arrives in several batches. A stored reply target is given up this long after the first one. */
const RESTORE_TIMEOUT_MS = 5_000

/**
 * Stores the reply target with the draft. After a reload it is restored when its row arrives, and stays stored until then.
 * The returned function tells, once, whether the current target was restored.
 */
export function useStoredReply(chatRoomNo: string): () => boolean {
  const store = useStore()
  const isRestored = useRef(false)
  const [storedId, setStoredId] = useState(() => readDraft(chatRoomNo).replyTo)
  const replyTo = useAtomValue(replyAtom)?.id ?? null
  useEffect(() => saveDraft(chatRoomNo, { replyTo: replyTo ?? storedId }), [chatRoomNo, replyTo, storedId])
  useEffect(() => {
    if (storedId === null) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const giveUp = () => setStoredId(null)
    const restore = () => {
      if (store.get(replyAtom) !== null) return giveUp()
      const { items } = store.get(feedAtom)
      if (items.length > 0) timer ??= setTimeout(giveUp, RESTORE_TIMEOUT_MS)
      const found = items.find((item) => item.type === 'row' && item.row.id === storedId)
      if (found?.type !== 'row') return
      isRestored.current = true
      store.set(replyAtom, found.row)
      giveUp()
    }
    const stop = store.sub(feedAtom, restore)
    restore()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [store, storedId])
  return useCallback(() => {
    const wasRestored = isRestored.current
    isRestored.current = false
    return wasRestored
  }, [])
}
