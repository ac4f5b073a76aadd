import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { rt } from '#lib/messages/room.ts'
import { unreadAtom, unreadMentionsAtom } from '#state/feed/feed-atoms.ts'
import styles from './NewMessagesButton.module.css'

/** Counts above this are shown as `999+`; `data-unread` stays exact. */
const MAX_COUNT = 999

/** The number of new messages while the viewer reads back. A press returns to the newest. */
export function NewMessagesButton({ onPress }: { readonly onPress: () => void }) {
  const unread = useAtomValue(unreadAtom)
  const count = useAtomValue(unreadMentionsAtom)
  const unreadText =
    unread > MAX_COUNT ? rt('chat.unreadMost', { most: MAX_COUNT }) : rt('chat.unread', { count: unread })
  const label = unread === 0 ? rt('chat.newest') : unreadText
  const mentions = count > 0 ? rt('chat.mentions', { count }) : null
  return (
    <button
      type="button"
      className={styles.pill}
      data-unread={unread}
      data-mentions={count || undefined}
      aria-label={mentions === null ? label : rt('chat.pillName', { mentions, rest: label })}
      onClick={onPress}
    >
      <ChevronDown size={16} aria-hidden="true" />
      {mentions !== null && <b className={styles.mentions}>{mentions}</b>}
      <span className={styles.long}>{label}</span>
      <span className={styles.short}>{unread === 0 ? label : unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}</span>
    </button>
  )
}
