import { useAtomValue } from 'jotai'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { createSnapshotFieldAtom } from '#state/feed/feed-atoms.ts'
import styles from './PinnedLine.module.css'

const pinnedAtom = createSnapshotFieldAtom('pinned', null)

/** What the room's administrator wants everybody to read first. */
export function PinnedLine() {
  const text = useAtomValue(pinnedAtom)
  // Another message begins folded.
  return text === null ? null : <Pinned key={text} text={text} />
}

/** Folded to the first lines: a press opens the whole message, another folds it again. */
function Pinned({ text }: { readonly text: string }) {
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
