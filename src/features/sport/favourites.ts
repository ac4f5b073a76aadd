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

/** Returns null if storage is forbidden: they then last as long as the page. */
function readFavourites(): ReadonlySet<Favourite> | null {
  try {
    return parseFavourites(localStorage.getItem(KEY))
  } catch {
    return null
  }
}

const valueAtom = atom<ReadonlySet<Favourite>>(readFavourites() ?? new Set<Favourite>())

/** Applies changes made in another tab, also those between load and first use. */
valueAtom.onMount = (set) => {
  const apply = () => set((before) => readFavourites() ?? before)
  const onStorage = ({ key }: StorageEvent) => {
    // Null: the storage was cleared.
    if (key === KEY || key === null) apply()
  }
  apply()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Favourite kinds of markets. Writing a kind adds it or removes it. Other kinds stay as they are stored. */
export const favouritesAtom = atom(
  (get) => get(valueAtom),
  (get, set, sport: BetSport, kind: MarketKind) => {
    const shown = get(valueAtom)
    const name: Favourite = `${sport}.${kind}`
    const next = new Set(readFavourites() ?? shown)
    if (shown.has(name)) next.delete(name)
    else next.add(name)
    set(valueAtom, next)
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
