import { atom } from 'jotai/vanilla'

const MOST = 6

/** Recent searches, newest first. Lives in this tab, because nothing about visitors is stored (Annex F). */
export const recentSearchesAtom = atom<readonly string[]>([])

/** Adds a search. A repeated one moves to the front. */
export function withSearch(recent: readonly string[], query: string): readonly string[] {
  const words = query.trim()
  return words === '' ? recent : [words, ...recent.filter((earlier) => earlier !== words)].slice(0, MOST)
}
