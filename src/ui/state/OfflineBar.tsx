import { WifiOff } from 'lucide-react'
import { commonText } from '#messages/zh/common.ts'
import styles from './OfflineBar.module.css'
import { Spinner } from '#ui/button/Spinner.tsx'
import { useLater } from '#ui/hooks/use-later.ts'

/** Time for which the bar is invisible (OfflineBar.module.css). */
const UNSEEN_MS = 3_000

interface OfflineBarProps {
  readonly connection: 'online' | 'connecting' | 'offline' | 'recovering'
}

const TEXT_KEYS = {
  offline: 'state.offline',
  connecting: 'state.connecting',
  recovering: 'state.recovering',
} as const

/** A bar shown while the connection is down; loaded content stays. Empty while online. */
export function OfflineBar({ connection }: OfflineBarProps) {
  return (
    <output className={styles.place}>
      {connection !== 'online' && (
        <div className={styles.bar} data-state={connection}>
          {connection === 'offline' ? <WifiOff size={16} aria-hidden="true" /> : <Ring />}
          {commonText(TEXT_KEYS[connection])}
        </div>
      )}
    </output>
  )
}

/** Rendered from the start; rotates when it is visible. */
function Ring() {
  return <Spinner className={useLater(UNSEEN_MS) ? undefined : styles.still} />
}
