import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { verificationText } from '#messages/zh/verification.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import type { Note } from './check.ts'
import styles from './CheckFoot.module.css'

interface CheckFootProps {
  readonly note: Note
  readonly onRefresh?: () => void
  readonly isRefreshing?: boolean
  /** An answer is being checked; the buttons are disabled. */
  readonly isHeld?: boolean
  /** Buttons before 换一张. */
  readonly children?: ReactNode
}

/** The note of a check, announced to screen readers, and 换一张. */
export function CheckFoot({ note, onRefresh, isRefreshing = false, isHeld = false, children }: CheckFootProps) {
  return (
    <div className={styles.foot}>
      <p className={styles.note} data-tone={note.tone} aria-live="polite">
        {note.tone === 'busy' && <Spinner />}
        {note.tone === 'wrong' && <CircleAlert size={16} aria-hidden="true" />}
        {note.text}
      </p>
      {children}
      {onRefresh && (
        <IconButton
          label={verificationText('check.refresh')}
          icon={<RefreshCw size={20} />}
          isLoading={isRefreshing}
          disabled={isHeld}
          onClick={onRefresh}
        />
      )}
    </div>
  )
}
