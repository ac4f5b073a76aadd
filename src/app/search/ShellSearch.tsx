import { useNavigate } from 'react-router-dom'
import { SearchBox } from '#features/search/SearchBox.tsx'
import { SearchSheet } from '#features/search/SearchSheet.tsx'
import { usePhone } from '#ui/use-media.ts'
import { askSearch } from './ask-search.ts'

export interface ShellSearchProps {
  /** The current query. */
  readonly query: string
  readonly onSearch: (query: string) => void
}

/** The search of the shell: a box on wide screens, a button with a sheet on a phone. */
export function ShellSearch({ query, onSearch }: ShellSearchProps) {
  const navigate = useNavigate()
  const isPhone = usePhone()
  const Search = isPhone ? SearchSheet : SearchBox
  return <Search query={query} load={askSearch} onSearch={onSearch} onGo={(path) => void navigate(path)} />
}
