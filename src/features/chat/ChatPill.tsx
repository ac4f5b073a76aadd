import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import { unreadAtom, unreadMentionsAtom } from '#state/feed/feed-atoms.ts'
import styles from './ChatPill.module.css'

/** Counts above this are shown as `999+`; `data-unread` stays exact. */
const MOST = 999

/** While the viewer reads back: how many messages are new, and the way to the newest. */
export function ChatPill({ onPress }: { readonly onPress: () => void }) {
  const unread = useAtomValue(unreadAtom)
  const count = useAtomValue(unreadMentionsAtom)
  const label = unread > MOST ? rt('chat.unreadMost', { most: MOST }) : rt('chat.unread', { count: unread })
  const rest = unread === 0 ? rt('chat.newest') : label
  const mentions = count > 0 ? rt('chat.mentions', { count }) : null
  return (
    <button
      type="button"
      className={styles.pill}
      data-unread={unread}
      data-mentions={count || undefined}
      aria-label={mentions === null ? rest : rt('chat.pillName', { mentions, rest })}
      onClick={onPress}
    >
      <ChevronDown size={16} aria-hidden="true" />
      {mentions !== null && <b className={styles.mentions}>{mentions}</b>}
      <span className={styles.long}>{rest}</span>
      <span className={styles.short}>{unread === 0 ? rest : unread > MOST ? `${MOST}+` : unread}</span>
    </button>
  )
}
