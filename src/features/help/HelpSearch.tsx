import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { helpText } from '#messages/zh/help.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import styles from './HelpSearch.module.css'

/** Max number of queries that are not in the URL yet. */
const MAX_PENDING_QUERIES = 10

interface HelpSearchProps {
  /** The query in the URL. */
  readonly query: string
  /** S9.8: called 300 ms after the last key, and at once for Enter or an emptied field. */
  readonly onQueryChange: (query: string) => void
}

/** The search field of the help centre. */
export function HelpSearch({ query, onQueryChange }: HelpSearchProps) {
  const [typed, setTyped] = useState(query)
  const [known, setKnown] = useState(query)
  /** Queries that were reported and are not in the URL yet, oldest first. */
  const [asked, setAsked] = useState<readonly string[]>([])
  const ask = (text: string) => {
    setAsked((before) => (text === (before.at(-1) ?? query) ? before : [...before, text].slice(-MAX_PENDING_QUERIES)))
    onQueryChange(text)
  }
  const later = useDebounced(ask)
  // The URL follows with a delay while the viewer types. Only a query that was not typed here (back and forward)
  // replaces the text.
  if (known !== query) {
    const own = asked.indexOf(query)
    setKnown(query)
    setAsked(own < 0 ? [] : asked.slice(own + 1))
    if (own < 0) setTyped(query)
  }
  const now = (text: string) => {
    later.cancel()
    ask(text.trim())
  }
  return (
    <search className={styles.box}>
      <Search className={styles.icon} size={20} aria-hidden="true" />
      <input
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={60}
        aria-label={helpText('search')}
        placeholder={helpText('placeholder')}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          if (value.trim() === '') now('')
          else later.ask(value.trim())
        }}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) now(typed)
          if (key === 'Escape' && typed !== '') {
            setTyped('')
            now('')
          }
        }}
      />
      {typed !== '' && (
        <IconButton
          size="small"
          label={helpText('clear')}
          icon={<X size={16} />}
          onClick={() => {
            setTyped('')
            now('')
          }}
        />
      )}
    </search>
  )
}
