import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import { unreadAtom, unreadMentionsAtom } from '#state/room.ts'
import styles from './ChatPill.module.css'

/** Counts above this are shown as `999+`; `data-unread` stays exact. */
const MOST = 999

/** While the viewer reads back: how many messages are new, and the way to the newest. */
export function ChatPill({ onPress }: { readonly onPress: () => void }) {
  const unread = useAtomValue(unreadAtom)
  const mentions = useAtomValue(unreadMentionsAtom)
  const label = unread > MOST ? rt('chat.unreadMost', { most: MOST }) : rt('chat.unread', { count: unread })
  return (
    <button
      type="button"
      className={styles.pill}
      data-unread={unread}
      data-mentions={mentions || undefined}
      aria-label={unread === 0 ? rt('chat.newest') : label}
      onClick={onPress}
    >
      <ChevronDown size={16} aria-hidden="true" />
      {mentions > 0 && <b className={styles.mentions}>{rt('chat.mentions', { count: mentions })}</b>}
      <span className={styles.long}>{unread === 0 ? rt('chat.newest') : label}</span>
      <span className={styles.short}>{unread === 0 ? rt('chat.newest') : unread > MOST ? `${MOST}+` : unread}</span>
    </button>
  )
}
