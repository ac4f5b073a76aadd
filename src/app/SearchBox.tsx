import { Search } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/text/t.ts'
import styles from './SearchBox.module.css'

export interface SearchBoxProps {
  /** What the box begins with. */
  readonly query: string
  readonly onSearch: (query: string) => void
}

/** The search of the shell: matches, anchors and teams. Enter searches; an empty search shows everything. */
export function SearchBox({ query: given, onSearch }: SearchBoxProps) {
  const [query, setQuery] = useState(given)
  return (
    <search>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(query.trim())
        }}
      >
        <Search size={16} aria-hidden="true" />
        <input
          className={styles.input}
          type="search"
          enterKeyHint="search"
          aria-label={t('nav.search')}
          placeholder={t('nav.search')}
          maxLength={32}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
    </search>
  )
}
