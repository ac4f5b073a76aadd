import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { Reply } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FeedRow } from '#protocol/worker-api.ts'
import { formatClockInFull } from '#lib/format.ts'
import { rt } from '#lib/text/room.ts'
import { startReading } from '#state/feed-reading.ts'
import { changeFeedAtom, roleAtom, shownItemsAtom } from '#state/room.ts'
import { replyAtom } from './reply.ts'
import styles from './RowTools.module.css'
import { watchRows } from './watch-rows.ts'

interface Shown {
  readonly row: FeedRow
  /** Pixels from the top of the list. */
  readonly top: number
}

/** What can be done with the row under the pointer, over it and without pushing it: its time, and an answer. */
export function RowTools({ list }: { readonly list: HTMLElement | null }) {
  const store = useStore()
  const [shown, setShown] = useState<Shown | null>(null)
  const change = useSetAtom(changeFeedAtom)
  const setReply = useSetAtom(replyAtom)
  const isVisitor = useAtomValue(roleAtom) === 'anon'

  useEffect(() => {
    if (list === null) return
    return watchRows(list, {
      onRow(id, top, isHeld) {
        const item = store.get(shownItemsAtom).find((other) => other.type === 'row' && other.row.id === id)
        if (item?.type !== 'row') return
        // A finger that rests on a row wants it to stay.
        if (isHeld) change(startReading)
        setShown({ row: item.row, top })
      },
      onNone: () => setShown(null),
    })
  }, [list, store, change])

  if (shown === null) return null
  const { row, top } = shown
  return (
    <div className={styles.tools} style={{ top }} data-row-tools>
      <time dateTime={new Date(row.at).toISOString()}>{formatClockInFull(row.at)}</time>
      {row.kind === 'text' && !row.isMine && !isVisitor && (
        <button
          type="button"
          className={styles.reply}
          onClick={() => {
            setShown(null)
            setReply({ id: row.id, memberName: row.author?.memberName ?? '', text: row.data.text })
          }}
        >
          <Reply size={16} aria-hidden="true" />
          {rt('chat.reply')}
        </button>
      )}
    </div>
  )
}
