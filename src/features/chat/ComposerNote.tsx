import type { Failure } from '#protocol/result.ts'
import styles from './ComposerNote.module.css'
import type { Stop } from './speaking.ts'

export interface ComposerNoteProps {
  readonly stop: Stop | null
  readonly refusal: Failure | null
}

/** Why nothing can be said now, or why the last words were not taken. Read out once; the countdown is not. */
export function ComposerNote({ stop, refusal }: ComposerNoteProps) {
  const text = stop?.text ?? refusal?.message
  return (
    <>
      {text && (
        <p className={styles.note} data-tone={refusal && !stop ? 'danger' : 'quiet'} aria-hidden="true">
          {text}
        </p>
      )}
      <output className="visually-hidden">{refusal?.message ?? (stop?.until === null ? stop.text : '')}</output>
    </>
  )
}
