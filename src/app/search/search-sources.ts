import type { SearchSources } from '#features/search/use-search-items.ts'

/** `loadSearch`, loaded with the first search. */
export async function requestSearchItems(): Promise<SearchSources> {
  const { loadSearch } = await import('./load-search.ts')
  return loadSearch()
}
