import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { saveDraft, readDraft } from '#state/room/room-draft.ts'
import { replyAtom } from './reply.ts'

/** The history of a room comes in more than one batch; what is not in it this long after the first is not shown any more. */
const LOOKS_FOR_MS = 5_000

/**
 * Keeps what is answered beside the draft; after a reload it is chosen again if the room still shows it, and stays kept
 * until that is known. The result tells, once for each such choice, that it is one which nobody has pressed.
 */
export function useKeptReply(chatRoomNo: string): () => boolean {
  const store = useStore()
  const isChosenAgain = useRef(false)
  const [wanted, setWanted] = useState(() => readDraft(chatRoomNo).replyTo)
  const replyTo = useAtomValue(replyAtom)?.id ?? null
  useEffect(() => saveDraft(chatRoomNo, { replyTo: replyTo ?? wanted }), [chatRoomNo, replyTo, wanted])
  useEffect(() => {
    if (wanted === null) return
    let timer: ReturnType<typeof setTimeout> | null = null
    const giveUp = () => setWanted(null)
    const look = () => {
      if (store.get(replyAtom) !== null) return giveUp()
      const { items } = store.get(feedAtom)
      if (items.length > 0) timer ??= setTimeout(giveUp, LOOKS_FOR_MS)
      const found = items.find((item) => item.type === 'row' && item.row.id === wanted)
      if (found?.type !== 'row') return
      isChosenAgain.current = true
      store.set(replyAtom, found.row)
      giveUp()
    }
    const stop = store.sub(feedAtom, look)
    look()
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [store, wanted])
  return useCallback(() => {
    const wasChosenAgain = isChosenAgain.current
    isChosenAgain.current = false
    return wasChosenAgain
  }, [])
}
