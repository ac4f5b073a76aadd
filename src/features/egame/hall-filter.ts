import type { DataOf } from '#protocol/endpoints/table.ts'
import { GAME_TAGS, type GameTag } from '#protocol/games/catalogue.ts'

export type HallGame = DataOf<'egame.list'>['list'][number]
export const HALL_TABS = ['all', 'hot', 'favourites', 'recent'] as const
export type HallTab = (typeof HALL_TABS)[number]

/** What the hall shows. Empty: all brands, no search. */
export interface HallFilter {
  readonly tab: HallTab
  readonly brand: string
  readonly tag: GameTag | null
  readonly keyword: string
}

const MAX_KEYWORD = 24

/** The filter in the URL, where `q` is the search of the whole site. Unknown values count as missing. */
export function readHallFilter(search: URLSearchParams): HallFilter {
  return {
    tab: HALL_TABS.find((tab) => tab === search.get('tab')) ?? 'all',
    brand: search.get('brand') ?? '',
    tag: GAME_TAGS.find((tag) => tag === search.get('tag')) ?? null,
    keyword: (search.get('name') ?? '').slice(0, MAX_KEYWORD),
  }
}

/** The query of the URL with another filter; other parameters stay. */
export function withHallFilter(search: URLSearchParams, { tab, brand, tag, keyword }: HallFilter): URLSearchParams {
  const next = new URLSearchParams(search)
  const values = { tab: tab === 'all' ? '' : tab, brand, tag: tag ?? '', name: keyword }
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Favourite games and recently played ones of the member, by name or key, newest first. */
interface OwnGames {
  readonly favourites: readonly string[]
  /** Names, because records name a game by its title. */
  readonly recent: readonly string[]
}

export const gameKey = ({ venueEnName, gameId }: Pick<HallGame, 'venueEnName' | 'gameId'>): string =>
  `${venueEnName}/${gameId}`

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** The games of a filter in the order of its tab: that of the list, most rounds first, or newest first. */
export function shownGames(games: readonly HallGame[], filter: HallFilter, own: OwnGames): HallGame[] {
  const { brand, tag, keyword } = filter
  const word = plain(keyword)
  return ofTab(games, filter.tab, own).filter(
    (game) =>
      (brand === '' || game.brand === brand) &&
      (tag === null || game.tags.includes(tag)) &&
      plain(`${game.name} ${game.gameId}`).includes(word),
  )
}

function ofTab(games: readonly HallGame[], tab: HallTab, { favourites, recent }: OwnGames): HallGame[] {
  if (tab === 'hot') {
    return games.filter(({ rounds }) => rounds > 0).toSorted((one, other) => other.rounds - one.rounds)
  }
  if (tab === 'favourites') return inOrder(favourites, (key) => games.find((game) => gameKey(game) === key))
  if (tab === 'recent') return inOrder(recent, (title) => games.find(({ name }) => name === title))
  return [...games]
}

/** The games of these names, each once. */
function inOrder(names: readonly string[], find: (name: string) => HallGame | undefined): HallGame[] {
  return [...new Set(names.flatMap((name) => find(name) ?? []))]
}
