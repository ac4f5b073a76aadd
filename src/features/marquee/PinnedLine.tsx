import { useAtomValue } from 'jotai'
import { Pin } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import { factAtom } from '#state/room.ts'
import styles from './PinnedLine.module.css'

const pinnedAtom = factAtom('pinned', null)

/** What the room's administrator wants everybody to read first. */
export function PinnedLine() {
  const text = useAtomValue(pinnedAtom)
  if (text === null) return null
  return (
    <p className={styles.pinned} title={text}>
      <Pin size={16} aria-hidden="true" />
      <span className="visually-hidden">{rt('pinned.label')}：</span>
      <span>{text}</span>
    </p>
  )
}
