import { st } from '#lib/messages/search.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import styles from './SearchField.module.css'
import type { SearchPanelProps } from './SearchPanel.tsx'

/** Without its panel the box still searches by Enter. */
function NoPanel() {
  return (
    <p className={styles.failed} role="alert">
      {st('failed')}
    </p>
  )
}

/** The panel with the readings: loaded when the box is used for the first time, and asked for again when that failed. */
export const LazySearchPanel = lazyPart<SearchPanelProps>(async () => (await import('./SearchPanel.tsx')).SearchPanel, {
  Missing: NoPanel,
})
