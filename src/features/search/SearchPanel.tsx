import { useAtom } from 'jotai'
import type { Ref } from 'react'
import { useEffect, useImperativeHandle, useMemo, useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { st } from '#lib/messages/search.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { NoRows } from './NoRows.tsx'
import { parseReadings } from './pinyin.ts'
import { READINGS } from './readings.ts'
import { recentSearchesAtom, withSearch } from './recent-searches.ts'
import type { SearchItem } from './search-index.ts'
import { indexOf, search, sectionsOf } from './search-index.ts'
import type { SearchRow } from './search-rows.ts'
import { foundGroups, idleGroups, stepRow } from './search-rows.ts'
import { SearchList } from './SearchList.tsx'
import styles from './SearchPanel.module.css'
import type { LoadSearch } from './use-search-items.ts'
import { useSearchItems } from './use-search-items.ts'

/** What the box asks of the panel when a key is pressed. */
export interface SearchKeys {
  readonly step: (step: 1 | -1) => void
  /** Chooses the active row; false when there is none. */
  readonly choose: () => boolean
  /** No row is active any more: something else has been typed than the list answers. */
  readonly forget: () => void
  /** Remembers what was searched for. */
  readonly remember: (query: string) => void
}

export interface SearchPanelProps {
  readonly ref: Ref<SearchKeys>
  readonly listId: string
  /** What is searched for; empty = nothing has been typed. */
  readonly query: string
  readonly load: LoadSearch
  /** The id of the active row, for `aria-activedescendant`. */
  readonly onActive: (id: string | null) => void
  readonly onGo: (path: string) => void
  readonly onSearch: (query: string) => void
}

/** Result, suggestions and every other state of the search. Loaded when the box is used, with the readings. */
export function SearchPanel({ ref, listId, query, load, onActive, onGo, onSearch }: SearchPanelProps) {
  const { items, failure, isLoading, retry } = useSearchItems(load)
  const [recent, setRecent] = useAtom(recentSearchesAtom)
  const readings = useMemo(() => parseReadings(READINGS), [])
  const index = useMemo(() => indexOf(items), [items])
  const groups = useMemo(
    () => (query === '' ? idleGroups(recent, items) : foundGroups(query, sectionsOf(search(index, query, readings)))),
    [query, recent, items, index, readings],
  )
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const [active, setActive] = useState<number | null>(null)
  const [shown, setShown] = useState(groups)
  if (shown !== groups) {
    // Another list: what was active is no longer there.
    setShown(groups)
    setActive(null)
  }
  const activeId = active === null ? null : `${listId}-${active}`
  useEffect(() => {
    onActive(activeId)
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, onActive])

  const remember = (words: string) => setRecent((earlier) => withSearch(earlier, words))
  const choose = (row: SearchRow) => {
    if (row.kind === 'item') {
      remember(query)
      onGo(row.item.path)
    } else {
      remember(row.query)
      onSearch(row.query)
    }
  }
  useImperativeHandle(ref, () => ({
    step: (step) => setActive(stepRow(active, step, rows.length)),
    choose: () => {
      const row = active === null ? undefined : rows[active]
      if (row) choose(row)
      return row !== undefined
    },
    forget: () => setActive(null),
    remember,
  }))

  const found = query === '' ? null : groups.reduce((sum, { total, rows: some }) => sum + (total ?? some.length), 0)
  return (
    <div className={styles.panel}>
      <output className="visually-hidden">
        {found !== null && !isLoading && (found === 0 ? st('none', { query }) : st('found', { count: found }))}
      </output>
      {query === '' && recent.length > 0 && (
        <Button className={styles.forget} size="small" kind="quiet" onClick={() => setRecent([])}>
          {st('forget')}
        </Button>
      )}
      <SearchList id={listId} groups={groups} active={active} onHover={setActive} onChoose={choose} />
      {rows.length === 0 && (
        <NoRows query={query} isLoading={isLoading && items.length === 0} isFailed={failure !== null} />
      )}
      {failure !== null && (
        <ErrorPanel
          message={failureMessage(items, failure)}
          code={failure.code}
          traceId={failure.traceId}
          isRetrying={isLoading}
          onRetry={retry}
        />
      )}
    </div>
  )
}

/** What is missing: everything, the matches, or a part of them. */
function failureMessage(items: readonly SearchItem[], failure: Failure): string {
  if (items.length === 0) return failure.message || st('failed')
  return st(items.some(({ group }) => group === 'match') ? 'partFailed' : 'matchesFailed')
}
