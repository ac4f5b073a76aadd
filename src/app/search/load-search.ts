import { LIVE_LIST_PAGE, LIVE_LIST_SIZE } from '#protocol/constants.ts'
import type { SearchSources } from '#features/search/use-search-items.ts'
import { call, serverNow } from '#transport/client.ts'
import { gameItems, helpItems, matchItems, SEARCHED_KINDS } from '#features/search/search-items.ts'

/** Cache lifetime of search data. */
const FRESH_MS = 20_000
const HOT_GAMES = 24

let last: { readonly at: number; readonly sources: SearchSources } | null = null

/** Loads the search data: matches of every kind, games, help articles. Failed sources are reported and omitted. */
export async function loadSearch(): Promise<SearchSources> {
  if (last !== null && serverNow() - last.at < FRESH_MS) return last.sources
  const [lists, games, articles] = await Promise.all([
    Promise.all(
      SEARCHED_KINDS.map((kind) => call('live.popularList', { kind, size: LIVE_LIST_SIZE, page: LIVE_LIST_PAGE })),
    ),
    call('egame.hotList', { size: HOT_GAMES }),
    loadArticles(),
  ])
  const matches = lists.flatMap((result) => (result.ok ? result.data.list : []))
  const failure = lists.find((result) => !result.ok) ?? null
  const items = [
    ...matchItems(matches, serverNow()),
    ...gameItems(games.ok ? games.data.list : []),
    ...helpItems(articles),
  ]
  const sources = { items, failure }
  if (failure === null) last = { at: serverNow(), sources }
  return sources
}

/** Help articles are loaded on demand; empty if that fails. */
async function loadArticles() {
  try {
    return await (await import('#features/help/help-articles.ts')).loadHelpArticles()
  } catch {
    return []
  }
}
