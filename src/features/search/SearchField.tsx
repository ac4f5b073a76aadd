import { Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { commonText } from '#messages/zh/common.ts'
import { homeText } from '#messages/zh/home.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { lazyPart } from '#ui/state/lazy-part.tsx'
import styles from './SearchField.module.css'
import type { SearchKeys, SearchPanelProps } from './SearchPanel.tsx'
import type { LoadSearch } from './use-search-items.ts'

/** If the panel cannot be loaded, Enter still searches. */
function NoPanel() {
  return (
    <p className={styles.failed} role="alert">
      {homeText('search.failed')}
    </p>
  )
}

/** The panel with the pinyin readings. Loaded on first use; retried after a failure. */
const LazySearchPanel = lazyPart<SearchPanelProps>(async () => (await import('./SearchPanel.tsx')).SearchPanel, {
  Missing: NoPanel,
})

interface SearchFieldProps {
  /** Initial query. */
  readonly query: string
  readonly load: LoadSearch
  /** Enter without an active row: shows all matching matches. */
  readonly onSearch: (query: string) => void
  /** A row was selected. */
  readonly onGo: (path: string) => void
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** Below the field, or in the rest of the sheet. */
  readonly place: 'popup' | 'sheet'
  readonly inputRef?: Ref<HTMLInputElement>
  /** Content after the field: the close button of the sheet. */
  readonly after?: ReactNode
}

/** The query, what is searched for, and the keys of the field. */
function useSearchQuery({ query: given, onSearch, isOpen, onOpenChange, place }: SearchFieldProps) {
  const [query, setQuery] = useState(given)
  const [asked, setAsked] = useState(given.trim())
  const [last, setLast] = useState(given)
  const typing = useDebounced(setAsked)
  const keys = useRef<SearchKeys>(null)
  /** While the results are those of an older query, Enter does not select a row. */
  const isAnswered = asked === query.trim()
  if (given !== last) {
    // A new query from a link or back navigation.
    setLast(given)
    setQuery(given)
    setAsked(given.trim())
  }

  const type = (text: string) => {
    setQuery(text)
    onOpenChange(true)
    keys.current?.forget()
    // Suggestions are shown again at once.
    if (text.trim() === '') {
      typing.cancel()
      setAsked('')
    } else typing.ask(text.trim())
  }
  const searchFor = (words: string) => {
    typing.cancel()
    setQuery(words)
    setAsked(words)
    keys.current?.remember(words)
    onOpenChange(false)
    onSearch(words)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!(isOpen && isAnswered && keys.current?.choose())) searchFor(query.trim())
  }
  const press = (event: KeyboardEvent) => {
    // During IME composition, Enter and arrows select characters.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      onOpenChange(true)
      keys.current?.step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && place === 'popup') {
      event.preventDefault()
      if (isOpen) onOpenChange(false)
      else type('')
    }
  }
  return { query, asked, isAnswered, keys, type, searchFor, submit, press }
}

/**
 * The search field with its results (combobox): arrows move, Enter selects, Escape closes and then clears. Results
 * follow the input after 300 ms (S9.8).
 */
export function SearchField(props: SearchFieldProps) {
  const { load, onGo, isOpen, onOpenChange, place, inputRef, after } = props
  const { query, asked, isAnswered, keys, type, searchFor, submit, press } = useSearchQuery(props)
  const [activeId, setActiveId] = useState<string | null>(null)
  const listId = useId()
  return (
    <search className={classNames(styles.search, styles[place])}>
      <div className={styles.line}>
        <form className={styles.box} onSubmit={submit}>
          <Search size={16} aria-hidden="true" />
          <input
            ref={inputRef}
            className={styles.input}
            type="text"
            role="combobox"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            aria-label={commonText('nav.search')}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && isAnswered ? (activeId ?? undefined) : undefined}
            placeholder={commonText('nav.search')}
            maxLength={32}
            value={query}
            onFocus={() => onOpenChange(true)}
            onClick={() => onOpenChange(true)}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
          />
          {query !== '' && <ClearButton onClear={() => type('')} />}
        </form>
        {after}
      </div>
      {isOpen && (
        <div className={classNames(styles.result, place === 'popup' && styles.overlay)}>
          <LazySearchPanel
            ref={keys}
            listId={listId}
            query={asked}
            load={load}
            onActive={setActiveId}
            onGo={(path) => {
              onOpenChange(false)
              onGo(path)
            }}
            onSearch={searchFor}
          />
        </div>
      )}
    </search>
  )
}

/** Keeps the focus in the field. */
function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <button
      className={styles.clear}
      type="button"
      aria-label={commonText('action.clear')}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <X size={16} aria-hidden="true" />
    </button>
  )
}
