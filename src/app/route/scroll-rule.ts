/** A navigation, as far as scrolling is concerned. */
interface Move {
  /** POP: back, forward or page load. */
  readonly type: 'POP' | 'PUSH' | 'REPLACE'
  readonly isSamePath: boolean
  /** `#id`, or empty. */
  readonly hash: string
  /** Stored position of this history entry, pixels; null if unknown. */
  readonly stored: number | null
}

type ScrollTarget =
  | { readonly kind: 'stay' }
  | { readonly kind: 'top' }
  | { readonly kind: 'element'; readonly id: string }
  | { readonly kind: 'position'; readonly top: number }

/**
 * Where to scroll after a navigation: to the stored position, to the element of the hash, else to the top. A replaced
 * entry on the same path does not scroll.
 */
export function scrollTarget({ type, isSamePath, hash, stored }: Move): ScrollTarget {
  if (type === 'POP' && stored !== null) return { kind: 'position', top: stored }
  if (hash.length > 1) return { kind: 'element', id: decoded(hash.slice(1)) }
  if (type === 'POP') return { kind: 'stay' }
  return type === 'REPLACE' && isSamePath ? { kind: 'stay' } : { kind: 'top' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Older entries are dropped first. */
export const MAX_POSITIONS = 50

/** Adds a position; the newest is last. */
export function withPosition(
  positions: ReadonlyMap<string, number>,
  key: string,
  top: number,
): ReadonlyMap<string, number> {
  const next = new Map(positions)
  next.delete(key)
  next.set(key, Math.round(top))
  return new Map([...next].slice(-MAX_POSITIONS))
}

/** Reads stored positions; skips invalid ones. */
export function readPositions(text: string | null): ReadonlyMap<string, number> {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return new Map()
    const pairs = stored.filter((pair: unknown): pair is [string, number] => {
      if (!Array.isArray(pair)) return false
      const [key, top]: unknown[] = pair
      return typeof key === 'string' && Number.isFinite(top) && Number(top) >= 0
    })
    return new Map(pairs.slice(-MAX_POSITIONS))
  } catch {
    return new Map()
  }
}
