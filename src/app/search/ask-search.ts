import type { SearchSources } from '#features/search/use-search-items.ts'

/** `loadSearch` without its code, which comes with the first search. */
export async function askSearch(): Promise<SearchSources> {
  const { loadSearch } = await import('./load-search.ts')
  return loadSearch()
}
