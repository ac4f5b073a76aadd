import { useState } from 'react'
import { SearchField } from './SearchField.tsx'
import type { LoadSearch } from './use-search-items.ts'

export interface SearchBoxProps {
  readonly query: string
  readonly load: LoadSearch
  readonly onSearch: (query: string) => void
  readonly onGo: (path: string) => void
}

/** The search of wide screens: a field whose results open below it and close when it loses the focus. */
export function SearchBox(props: SearchBoxProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <SearchField {...props} isOpen={isOpen} onOpenChange={setOpen} place="popup" />
    </div>
  )
}
