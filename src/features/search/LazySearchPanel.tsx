import type { ComponentType } from 'react'
import { lazy } from 'react'
import { st } from '#lib/text/search.ts'
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

/** The panel with the readings: loaded when the box is used for the first time. */
export const LazySearchPanel = lazy<ComponentType<SearchPanelProps>>(() =>
  import('./SearchPanel.tsx').then(
    (panel) => ({ default: panel.SearchPanel }),
    () => ({ default: NoPanel }),
  ),
)
