import { WifiOff } from 'lucide-react'
import { t } from '#lib/text/t.ts'
import styles from './OfflineBar.module.css'
import { Spinner } from './Spinner.tsx'
import { useLater } from './use-later.ts'

/** As long as the bar is there without being seen (OfflineBar.module.css). */
const UNSEEN_MS = 3_000

export interface OfflineBarProps {
  readonly connection: 'online' | 'connecting' | 'offline' | 'recovering'
}

const TEXT_KEYS = {
  offline: 'state.offline',
  connecting: 'state.connecting',
  recovering: 'state.recovering',
} as const

/** A grey bar while the connection is away; what was loaded stays on the screen. Empty while online. */
export function OfflineBar({ connection }: OfflineBarProps) {
  return (
    <output className={styles.place}>
      {connection !== 'online' && (
        <div className={styles.bar} data-state={connection}>
          {connection === 'offline' ? <WifiOff size={16} aria-hidden="true" /> : <Ring />}
          {t(TEXT_KEYS[connection])}
        </div>
      )}
    </output>
  )
}

/** Stands in its place from the beginning, and turns once it is seen. */
function Ring() {
  return <Spinner className={useLater(UNSEEN_MS) ? undefined : styles.still} />
}
