import { useAtom } from 'jotai'
import { type Ref, useEffect, useImperativeHandle, useMemo, useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { homeText } from '#messages/zh/home.ts'
import { Button } from '#ui/button/Button.tsx'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { parseReadings } from './pinyin.ts'
import readingList from './readings.json' with { type: 'json' }
import { indexOf, search, type SearchItem, sectionsOf } from './search-index.ts'
import { foundGroups, idleGroups, recentSearchesAtom, type SearchRow, stepRow, withSearch } from './search-rows.ts'
import { SearchList } from './SearchList.tsx'
import styles from './SearchPanel.module.css'
import { type LoadSearch, useSearchItems } from './use-search-items.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'

/** Handlers of the panel for keys of the input. */
export interface SearchKeys {
  readonly step: (step: 1 | -1) => void
  /** Selects the active row. Returns false if there is none. */
  readonly choose: () => boolean
  /** Clears the active row because the query has changed. */
  readonly forget: () => void
  /** Stores a query in the recent searches. */
  readonly remember: (query: string) => void
}

export interface SearchPanelProps {
  readonly ref: Ref<SearchKeys>
  readonly listId: string
  /** The query; empty if nothing was typed. */
  readonly query: string
  readonly load: LoadSearch
  /** The id of the active row for `aria-activedescendant`. */
  readonly onActive: (id: string | null) => void
  readonly onGo: (path: string) => void
  readonly onSearch: (query: string) => void
}

/** The groups of rows for a query, or the suggestions if it is empty. */
function useGroups(query: string, items: readonly SearchItem[], recent: readonly string[]) {
  const readings = useMemo(() => parseReadings(readingList), [])
  const index = useMemo(() => indexOf(items), [items])
  return useMemo(
    () => (query === '' ? idleGroups(recent, items) : foundGroups(query, sectionsOf(search(index, query, readings)))),
    [query, recent, items, index, readings],
  )
}

/** Results, suggestions and the other states of the search. Loaded on first use, with the readings. */
export function SearchPanel({ ref, listId, query, load, onActive, onGo, onSearch }: SearchPanelProps) {
  const { items, failure, isLoading, retry } = useSearchItems(load)
  const [recent, setRecent] = useAtom(recentSearchesAtom)
  const groups = useGroups(query, items, recent)
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const [active, setActive] = useState<number | null>(null)
  const [shown, setShown] = useState(groups)
  if (shown !== groups) {
    // The active row belongs to the previous list.
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
    remember(row.kind === 'item' ? query : row.query)
    if (row.kind === 'item') onGo(row.item.path)
    else onSearch(row.query)
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
        {!isLoading && found === 0 && homeText('search.none', { query })}
        {!isLoading && found !== null && found > 0 && homeText('search.found', { count: found })}
      </output>
      {query === '' && recent.length > 0 && (
        <Button className={styles.forget} size="small" kind="quiet" onClick={() => setRecent([])}>
          {homeText('search.forget')}
        </Button>
      )}
      <SearchList id={listId} groups={groups} active={active} onHover={setActive} onChoose={choose} />
      {rows.length === 0 && (
        <NoRows query={query} isLoading={isLoading && items.length === 0} isFailed={failure !== null} />
      )}
      {failure !== null && (
        <ErrorPanel message={failureMessage(items, failure)} failure={failure} isRetrying={isLoading} onRetry={retry} />
      )}
    </div>
  )
}

/** Describes what could not be loaded: everything, the matches, or a part of them. */
function failureMessage(items: readonly SearchItem[], failure: Failure): string {
  if (items.length === 0) return failure.message || homeText('search.failed')
  return homeText(items.some(({ group }) => group === 'match') ? 'search.partFailed' : 'search.matchesFailed')
}

interface NoRowsProps {
  readonly query: string
  readonly isLoading: boolean
  readonly isFailed: boolean
}

/** The state without rows: loading, no query, or no results. */
function NoRows({ query, isLoading, isFailed }: NoRowsProps) {
  if (isLoading) {
    return (
      <Loading className={styles.loading}>
        {['62%', '48%', '70%', '54%'].map((width) => (
          <span key={width} className={styles.piece}>
            <Skeleton shape="circle" width="28px" height="28px" />
            <Skeleton width={width} />
          </span>
        ))}
      </Loading>
    )
  }
  if (query !== '')
    return <EmptyState scene="search" title={homeText('search.none', { query })} text={homeText('search.noneText')} />
  if (isFailed) return null
  return (
    <div className={styles.idle}>
      <p>{homeText('search.idle')}</p>
      <small>{homeText('search.idleNote')}</small>
    </div>
  )
}
