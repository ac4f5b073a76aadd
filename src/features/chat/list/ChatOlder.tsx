import { useAtomValue } from 'jotai'
import { RefreshCw } from 'lucide-react'
import { classNames } from '#lib/class-names.ts'
import { roomText } from '#messages/zh/room.ts'
import { commonText } from '#messages/zh/common.ts'
import { olderAtom, olderFailureAtom } from '#state/feed/feed-atoms.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/button/Spinner.tsx'
import { useLater } from '#ui/hooks/use-later.ts'
import styles from './ChatOlder.module.css'
import { START_PX } from './use-reading-intent.ts'
import { useEffect, useState } from 'react'

/** No loading text before this delay. */
const LOADING_AFTER_MS = 150
/** Tolerance at the very start, because scroll positions are fractions on many screens. */
const START_EDGE_PX = 2

interface ChatOlderProps {
  readonly list: HTMLElement | null
  /** Requests older rows again. */
  readonly onRetry: () => void
}

/**
 * Status of older rows at the top of a list that is read: loading, failed, or none. Drawn over the list, so that no row
 * moves; at the very start the list has padding for it.
 */
export function ChatOlder({ list, onRetry }: ChatOlderProps) {
  const older = useAtomValue(olderAtom)
  const isNear = useNearStart(list, older === 'none' ? START_EDGE_PX : START_PX, older !== null)
  const shown = isNear ? older : null
  const retry = () => {
    // The button is removed, so the list takes the focus for the arrow keys.
    list?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <div className={classNames(styles.head, shown === 'failed' && styles.pill, shown === 'none' && styles.none)}>
      {shown === 'loading' && <LoadingText />}
      <output className={styles.status} aria-live="polite">
        {shown === 'failed' && <FailedText />}
        {shown === 'none' && roomText('chat.olderNone')}
      </output>
      {shown === 'failed' && (
        <Button size="tiny" icon={<RefreshCw size={14} />} onClick={retry}>
          {commonText('action.retry')}
        </Button>
      )}
    </div>
  )
}

function LoadingText() {
  const isLater = useLater(LOADING_AFTER_MS)
  return (
    isLater && (
      <span className={styles.pill}>
        <Spinner />
        {roomText('chat.older')}
      </span>
    )
  )
}

function FailedText() {
  const failure = useAtomValue(olderFailureAtom)
  if (failure === null) return null
  const { code, traceId } = failure
  const details = [commonText('state.errorCode', { code }), traceId ? commonText('state.trace', { traceId }) : null]
  return (
    <>
      {roomText('chat.olderFailed')}
      <small className={styles.details}>{details.filter((detail) => detail !== null).join(' · ')}</small>
    </>
  )
}

/** Returns whether the list is within `px` of its start, while `isWatching`. Measured only then: it costs a layout. */
function useNearStart(list: HTMLElement | null, px: number, isWatching: boolean): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (list === null || !isWatching) return
    const measure = () => setNear(list.scrollTop <= px)
    const frame = requestAnimationFrame(measure)
    list.addEventListener('scroll', measure, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      list.removeEventListener('scroll', measure)
      setNear(false)
    }
  }, [list, px, isWatching])
  return isNear
}
