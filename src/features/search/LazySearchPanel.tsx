import { st } from '#lib/messages/search.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import styles from './SearchField.module.css'
import type { SearchPanelProps } from './SearchPanel.tsx'

/** If the panel cannot be loaded, Enter still searches. */
function NoPanel() {
  return (
    <p className={styles.failed} role="alert">
      {st('failed')}
    </p>
  )
}

/** The panel with the pinyin readings. Loaded on first use; retried after a failure. */
export const LazySearchPanel = lazyPart<SearchPanelProps>(async () => (await import('./SearchPanel.tsx')).SearchPanel, {
  Missing: NoPanel,
})
