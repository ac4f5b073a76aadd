import { useAtomValue } from 'jotai'
import { RefreshCw } from 'lucide-react'
import { classNames } from '#lib/class-names.ts'
import { rt } from '#lib/text/room.ts'
import { t } from '#lib/text/t.ts'
import { olderAtom, olderFailureAtom } from '#state/feed/feed-atoms.ts'
import { Button } from '#ui/Button.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { useLater } from '#ui/use-later.ts'
import styles from './ChatOlder.module.css'
import { useNearStart } from './use-near-start.ts'
import { START_PX } from './use-reading-intent.ts'

/** What comes sooner is not worth a word. */
const LOADING_AFTER_MS = 150
/** At the very beginning, pixels being fractions on many screens. */
const START_EDGE_PX = 2

export interface ChatOlderProps {
  readonly list: HTMLElement | null
  /** Asks for older rows again. */
  readonly onAgain: () => void
}

/**
 * At the head of the list that is read: older rows are on their way, did not come, or there are none. It lies over the
 * list, so that no row moves for it; at the very beginning the list keeps room for it.
 */
export function ChatOlder({ list, onAgain }: ChatOlderProps) {
  const older = useAtomValue(olderAtom)
  const isNear = useNearStart(list, older === 'none' ? START_EDGE_PX : START_PX, older !== null)
  const shown = isNear ? older : null
  const askAgain = () => {
    // The button goes away: the arrow keys go on from the list.
    list?.focus({ preventScroll: true })
    onAgain()
  }
  return (
    <div className={classNames(styles.head, shown === 'failed' && styles.pill, shown === 'none' && styles.none)}>
      {shown === 'loading' && <LoadingLine />}
      <output className={styles.said} aria-live="polite">
        {shown === 'failed' && <FailedText />}
        {shown === 'none' && rt('chat.olderNone')}
      </output>
      {shown === 'failed' && (
        <Button size="tiny" icon={<RefreshCw size={14} />} onClick={askAgain}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}

function LoadingLine() {
  const isLater = useLater(LOADING_AFTER_MS)
  return (
    isLater && (
      <span className={styles.pill}>
        <Spinner />
        {rt('chat.older')}
      </span>
    )
  )
}

function FailedText() {
  const failure = useAtomValue(olderFailureAtom)
  if (failure === null) return null
  const { code, traceId } = failure
  const facts = [t('state.errorCode', { code }), traceId ? t('state.trace', { traceId }) : null]
  return (
    <>
      {rt('chat.olderFailed')}
      <small className={styles.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</small>
    </>
  )
}
