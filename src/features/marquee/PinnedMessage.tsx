import { useAtomValue } from 'jotai'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { createSnapshotFieldAtom } from '#state/feed/feed-atoms.ts'
import styles from './PinnedMessage.module.css'

const pinnedAtom = createSnapshotFieldAtom('pinned', null)

/** The pinned message of the room. */
export function PinnedMessage() {
  const text = useAtomValue(pinnedAtom)
  // The key collapses the next message.
  return text === null ? null : <ExpandableMessage key={text} text={text} />
}

/** Shows the first lines; a press expands or collapses the message. */
function ExpandableMessage({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      className={classNames(styles.pinned, isOpen && styles.open)}
      type="button"
      title={text}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <Pin size={16} aria-hidden="true" />
      <span className="visually-hidden">{rt('pinned.label')}：</span>
      <span>{text}</span>
    </button>
  )
}
