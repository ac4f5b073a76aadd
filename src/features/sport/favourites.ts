import { atom } from 'jotai/vanilla'
import { BET_SPORTS, type BetSport, type MarketKind, MARKETS_OF } from '#protocol/sports/market-keys.ts'

/** Key of localStorage: the favourite kinds of markets of this browser. */
const KEY = 'market-favourites'

type Favourite = `${BetSport}.${MarketKind}`

const ALL: readonly Favourite[] = BET_SPORTS.flatMap((sport) =>
  MARKETS_OF[sport].map((kind): Favourite => `${sport}.${kind}`),
)

/** Unknown names are ignored. */
function parseFavourites(stored: string | null): ReadonlySet<Favourite> {
  try {
    const names: unknown = JSON.parse(stored ?? '[]')
    return new Set(ALL.filter((name) => Array.isArray(names) && names.includes(name)))
  } catch {
    return new Set()
  }
}

function readFavourites(): ReadonlySet<Favourite> {
  try {
    return parseFavourites(localStorage.getItem(KEY))
  } catch {
    // Storage is forbidden: they last as long as the page.
    return new Set()
  }
}

const storedAtom = atom<ReadonlySet<Favourite> | null>(null)

/** Favourite kinds of markets. Writing a kind adds it or removes it. */
export const favouritesAtom = atom(
  (get) => get(storedAtom) ?? readFavourites(),
  (get, set, sport: BetSport, kind: MarketKind) => {
    const next = new Set(get(favouritesAtom))
    if (!next.delete(`${sport}.${kind}`)) next.add(`${sport}.${kind}`)
    set(storedAtom, next)
    try {
      localStorage.setItem(KEY, JSON.stringify([...next]))
    } catch {
      // Full or forbidden, as above.
    }
  },
)

export function isFavourite(favourites: ReadonlySet<Favourite>, sport: BetSport, kind: MarketKind): boolean {
  return favourites.has(`${sport}.${kind}`)
}
