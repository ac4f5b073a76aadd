import { atom } from 'jotai/vanilla'

const KEY = 'closedFloats'
const MOST = 50

/** Storage may be forbidden or full: then a window stays closed for as long as the page lives. */
function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(-MOST) : []
  } catch {
    return []
  }
}

const idsAtom = atom(read())

/** Ids of the floating windows that were closed in this session; writing adds one. */
export const closedFloatsAtom = atom(
  (get) => get(idsAtom),
  (get, set, id: string) => {
    const next = [...get(idsAtom), id].slice(-MOST)
    set(idsAtom, next)
    try {
      storage()?.setItem(KEY, JSON.stringify(next))
    } catch {
      // Full or forbidden: see storage().
    }
  },
)
