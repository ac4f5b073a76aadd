import type { Failure } from '#protocol/result.ts'
import styles from './ComposerNote.module.css'
import type { Stop } from './speaking.ts'

export interface ComposerNoteProps {
  readonly stop: Stop | null
  readonly refusal: Failure | null
}

/** Why nothing can be said now, or why the last words were not taken. Read out once: the countdown is for the eye. */
export function ComposerNote({ stop, refusal }: ComposerNoteProps) {
  return (
    <output className={styles.note} data-tone={refusal && !stop ? 'danger' : 'quiet'}>
      {stop?.reason ?? refusal?.message}
      {stop?.left && <span aria-hidden="true">{stop.left}</span>}
    </output>
  )
}
