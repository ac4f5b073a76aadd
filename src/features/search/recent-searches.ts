import { atom } from 'jotai/vanilla'

const MOST = 6

/** What was searched for in this tab, newest first; gone with it, because nothing about a visitor is stored (Annex F). */
export const recentSearchesAtom = atom<readonly string[]>([])

/** The list after another search; the same words again move to the front. */
export function withSearch(recent: readonly string[], query: string): readonly string[] {
  const words = query.trim()
  return words === '' ? recent : [words, ...recent.filter((earlier) => earlier !== words)].slice(0, MOST)
}
